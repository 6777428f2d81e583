import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db'
import { listMemberships } from '@/lib/members/list-memberships'
import { createOrganization } from '@/lib/organizations/create'
import { isSetUp, setUp } from '@/lib/organizations/setup'
import { signInWithPassword } from '@/lib/users/sign-in-with-password'

const input = () => ({
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
    await expect(setUp({ ...input(), ...fields })).rejects.toMatchObject({ code: 'invalid' })
    expect(await isSetUp()).toBe(false)
  })

  it('is refused with the slug of an organization that the operator made', async () => {
    const { slug } = await createOrganization({ slug: `o-${randomUUID()}`, name: 'Mine' })
    await expect(setUp({ ...input(), slug })).rejects.toMatchObject({ code: 'conflict' })
    expect(await isSetUp()).toBe(false)
  })

  it('happens once, however many start it', async () => {
    const before = await db().prisma.organization.count()
    const calls = Array.from({ length: 12 }, (_, index) => setUp({ ...input(), email: `ada-${index}@example.com` }))
    const results = await Promise.allSettled(calls)
    const [done] = results.filter((result) => result.status === 'fulfilled')
    const lost = results.filter((result) => result.status === 'rejected')
    expect(lost.map(({ reason }) => reason.code)).toEqual(Array(11).fill('conflict'))
    expect(await db().prisma.user.count()).toBe(1)
    expect(await db().prisma.organization.count()).toBe(before + 1)
    expect(await isSetUp()).toBe(true)
    expect(await listMemberships(done?.value.userId ?? 0)).toMatchObject([{ name: 'Acme', role: 'owner' }])
    const { email, name } = await db().prisma.user.findFirstOrThrow()
    expect(name).toBe('Ada Lovelace')
    expect(await signInWithPassword({ email, password: 'correct horse', address: null })).toEqual(done?.value)
  })

  it('does not happen again', async () => {
    await expect(setUp(input())).rejects.toMatchObject({ code: 'conflict' })
    expect(await db().prisma.user.count()).toBe(1)
  })
})
