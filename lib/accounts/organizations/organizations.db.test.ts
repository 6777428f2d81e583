import { randomUUID } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { createOrganization } from '@/lib/accounts/organizations/create'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { setPlan } from '@/lib/accounts/organizations/set-plan'
import { db } from '@/lib/db/db'

const newSlug = () => `o-${randomUUID()}`

describe('organizations', () => {
  it('start on the free plan, with production as production, in UTC, before their trial', async () => {
    expect(await createOrganization({ slug: newSlug(), name: ' Acme ' })).toMatchObject({
      name: 'Acme',
      plan: 'free',
      productionNames: ['production'],
      timeZone: 'UTC',
      trialStartedAt: null,
      trialEndsAt: null,
    })
  })

  it('come with an owner whose password is stored as argon2id', async () => {
    const email = `${randomUUID()}@Example.com`
    const { id } = await createOrganization({ slug: newSlug(), name: 'A', owner: { email, password: 'correct horse' } })
    const [member] = await db().prisma.membership.findMany({ where: { organizationId: id }, include: { user: true } })
    expect(member).toMatchObject({ role: 'owner', user: { email: email.toLowerCase() } })
    expect(member?.user.passwordHash).toMatch(/^\$argon2id\$/)
    expect(await verify(member?.user.passwordHash ?? '', 'correct horse')).toBe(true)
  })

  it('share an owner, who keeps the first password', async () => {
    const email = `${randomUUID()}@example.com`
    await createOrganization({ slug: newSlug(), name: 'A', owner: { email, password: 'first password' } })
    await createOrganization({ slug: newSlug(), name: 'B', owner: { email, password: 'other password' } })
    const user = await db().prisma.user.findUniqueOrThrow({ where: { email }, include: { memberships: true } })
    expect(user.memberships).toHaveLength(2)
    expect(await verify(user.passwordHash ?? '', 'first password')).toBe(true)
  })

  it('have a slug of their own', async () => {
    const slug = newSlug()
    await createOrganization({ slug, name: 'A' })
    await expect(createOrganization({ slug, name: 'B' })).rejects.toMatchObject({ code: 'conflict' })
  })

  it.each([
    [{ slug: 'Acme' }],
    [{ slug: '-acme' }],
    [{ slug: 'a'.repeat(64) }],
    [{ slug: 'settings' }],
    [{ name: '  ' }],
    [{ owner: { email: 'nobody', password: 'correct horse' } }],
    [{ owner: { email: 'a@b.example', password: 'short' } }],
  ])('are refused with %j', async (fields) => {
    const creation = createOrganization({ slug: newSlug(), name: 'A', ...fields })
    await expect(creation).rejects.toMatchObject({ code: 'invalid' })
  })

  it('are put on a plan without losing their trial', async () => {
    const { slug } = await createOrganization({ slug: newSlug(), name: 'A' })
    expect((await setPlan(slug, 'enterprise')).plan).toBe('enterprise')
    expect((await findOrganization(slug)).plan).toBe('enterprise')
    await expect(setPlan(newSlug(), 'business')).rejects.toMatchObject({ code: 'not_found' })
  })
})
