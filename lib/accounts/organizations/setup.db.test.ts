import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { listMemberships } from '@/lib/accounts/members/list-memberships'
import { createOrganization } from '@/lib/accounts/organizations/create'
import { isSetUp, setUp } from '@/lib/accounts/organizations/setup'
import { setupLink } from '@/lib/accounts/organizations/setup-link'
import { signInWithPassword } from '@/lib/accounts/users/sign-in-with-password'
import { env, setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'

const token = async () => new URL(await setupLink()).searchParams.get('token') ?? ''

const input = async () => ({
  token: await token(),
  organizationName: 'Acme',
  slug: `o-${randomUUID()}`,
  name: 'Ada Lovelace',
  email: ' Ada@Example.com',
  password: 'correct horse',
})

/** The tests go on from each other: an installation is set up once. */
describe.sequential('the setup of an installation', () => {
  it.each([
    [{ organizationName: ' ' }],
    [{ slug: 'Acme' }],
    [{ slug: 'api' }],
    [{ name: '' }],
    [{ email: 'ada' }],
    [{ password: 'short' }],
    [{ password: 'ada@example.com' }],
  ])('is refused with %j', async (fields) => {
    await expect(setUp({ ...(await input()), ...fields })).rejects.toMatchObject({ code: 'invalid' })
    expect(await isSetUp()).toBe(false)
  })

  it.each(['', 'x'.repeat(22), 'é'.repeat(22), 'x'.repeat(100_000)])('is refused with a wrong token', async (wrong) => {
    await expect(setUp({ ...(await input()), token: wrong })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await isSetUp()).toBe(false)
  })

  it('is refused with the token of another installation', async () => {
    const databaseUrl = env().DATABASE_URL ?? ''
    vi.stubEnv('NEXTAUTH_SECRET', 'the secret of another installation')
    setDatabaseUrl(databaseUrl)
    const other = await token()
    vi.unstubAllEnvs()
    setDatabaseUrl(databaseUrl)
    expect(other).not.toBe(await token())
    await expect(setUp({ ...(await input()), token: other })).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('happens once, however many start it', async () => {
    const calls = Array.from({ length: 12 }, async (_, index) =>
      setUp({ ...(await input()), email: `ada-${index}@example.com` }),
    )
    const results = await Promise.allSettled(calls)
    const [done] = results.filter((result) => result.status === 'fulfilled')
    const lost = results.filter((result) => result.status === 'rejected')
    expect(lost.map(({ reason }) => reason.code)).toEqual(Array(11).fill('conflict'))
    expect(await db().prisma.user.count()).toBe(1)
    expect(await db().prisma.organization.count()).toBe(1)
    expect(await isSetUp()).toBe(true)
    expect(await listMemberships(done?.value.userId ?? 0)).toMatchObject([{ name: 'Acme', role: 'owner' }])
    const { email, name } = await db().prisma.user.findFirstOrThrow()
    expect(name).toBe('Ada Lovelace')
    expect(await signInWithPassword({ email, password: 'correct horse', address: null })).toEqual(done?.value)
  })

  it('does not happen again, also when there is an organization without members', async () => {
    await expect(setUp(await input())).rejects.toMatchObject({ code: 'conflict' })
    await db().prisma.organization.deleteMany()
    await db().prisma.user.deleteMany()
    await createOrganization({ slug: `o-${randomUUID()}`, name: 'Made by the operator' })
    await expect(setUp(await input())).rejects.toMatchObject({ code: 'conflict' })
    expect(await db().prisma.user.count()).toBe(0)
  })

  it('begins again with another link once there is no organization, and not with the account of before', async () => {
    const before = await input()
    await db().prisma.organization.deleteMany()
    await createOrganization({
      slug: before.slug,
      name: 'Deleted',
      owner: { email: before.email, password: before.password },
    })
    await db().prisma.organization.deleteMany()
    await expect(setUp(before)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(setUp(await input())).rejects.toMatchObject({ code: 'conflict' })
    expect(await isSetUp()).toBe(false)
    expect(await setUp({ ...(await input()), email: 'grace@example.com' })).toBeDefined()
  })
})
