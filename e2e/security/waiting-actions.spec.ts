import { randomUUID } from 'node:crypto'
import { createInvitation } from '@/lib/accounts/invitations/create'
import { db } from '@/lib/db/db'
import { createMember, createTenant, type Tenant, type TestUser } from '@/lib/testing/factories'
import { sessionCookie } from '../support/sessions'
import { expect, test } from '../support/test'
import { whileHeld } from '../support/waiting'
import { type ActionAnswer, callAction } from './call-action'

type World = { tenant: Tenant; manager: TestUser }
type Sent = { file: string; name: string; fields: Record<string, string>; page?: string }

const file = 'app/(app)/[org]/settings/deployments/actions.ts'

const changes: { name: string; fields: (tenant: Tenant) => Sent['fields'] }[] = [
  { name: 'generateKey', fields: () => ({ name: 'kept' }) },
  { name: 'revokeKey', fields: ({ apiKeyId }) => ({ apiKeyId: String(apiKeyId) }) },
  { name: 'saveProductionNames', fields: () => ({ names: 'live' }) },
]

for (const { name, fields } of changes) {
  test(`${name} changes nothing for a manager who is removed while it waits for its turn`, async () => {
    const world = await createWorld()
    const others = ['Europe/Berlin', 'Europe/Oslo'].map((timeZone) => ({
      file,
      name: 'saveTimeZone',
      fields: { timeZone },
    }))
    const answer = await losing('memberships', world, others, { file, name, fields: fields(world.tenant) })
    expect(answer.state).toMatchObject({ status: 'refused', message: 'There is nothing at this address' })
    const organization = await db().prisma.organization.findUniqueOrThrow({
      where: { id: world.tenant.organization.id },
      include: { apiKeys: true },
    })
    expect(organization).toMatchObject({
      productionNames: ['production'],
      apiKeys: [{ id: world.tenant.apiKeyId, revokedAt: null }],
    })
  })
}

test('a name stays when the session ends while its change waits for its turn', async () => {
  const world = await createWorld()
  const rename = { file: 'app/(app)/profile/actions.ts', name: 'rename', fields: { name: 'Somebody Else' } }
  const { id: organizationId } = world.tenant.organization
  const invited = { email: `${randomUUID()}@example.com`, role: 'member' as const }
  const { token } = await createInvitation({ organizationId, userId: world.manager.id }, invited)
  const page = `/invite/${token}`
  const join = { file: 'app/(auth)/invite/[token]/actions.ts', name: 'join', fields: { token }, page }
  expect((await losing('sessions', world, [join], rename)).redirect).toBe('/sign-in')
  expect(await db().prisma.user.findUnique({ where: { id: world.manager.id } })).toMatchObject({
    name: world.manager.name,
  })
})

async function createWorld(): Promise<World> {
  const tenant = await createTenant()
  const manager = await createMember(tenant.organization.id, 'manager')
  await db().prisma.membership.updateMany({ where: { userId: manager.id }, data: { lastSeenAt: new Date() } })
  return { tenant, manager }
}

/**
 * Sends a change of a manager while all that may run of theirs waits for who holds the organization. Once the membership or the
 * session was read for it, it waits for its turn: then that is lost, and the others go on.
 */
async function losing(
  lost: 'memberships' | 'sessions',
  { tenant: { organization }, manager }: World,
  others: readonly Sent[],
  sent: Sent,
): Promise<ActionAnswer> {
  const { name, value } = await sessionCookie(manager.id)
  const send = ({ fields, page = `/${organization.slug}/settings/deployments`, ...action }: Sent) =>
    callAction(action, {
      page,
      fields: { organization: organization.slug, ...fields },
      cookie: `${name}=${value}`,
    })
  return whileHeld(organization.id, async (holder, countWaiting) => {
    const running = others.map(send)
    await expect.poll(countWaiting, { intervals: [20] }).toBe(others.length)
    await db().people.query(`UPDATE ${lost} SET last_seen_at = now() - interval '1 day' WHERE user_id = $1`, [
      manager.id,
    ])
    const answer = send(sent)
    await expect.poll(() => wasRead(lost, manager.id), { intervals: [20] }).toBe(true)
    await holder.query(`DELETE FROM ${lost} WHERE user_id = $1`, [manager.id])
    await holder.query('COMMIT')
    await Promise.all(running)
    return answer
  })
}

async function wasRead(table: string, userId: number): Promise<boolean> {
  const recent = `SELECT FROM ${table} WHERE user_id = $1 AND last_seen_at > now() - interval '1 hour'`
  return (await db().people.query(recent, [userId])).rowCount === 1
}

test.afterAll(() => db().close())
