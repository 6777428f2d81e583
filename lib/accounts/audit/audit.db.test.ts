import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { revokeApiKey } from '@/lib/accounts/api-keys/revoke'
import { listAuditFilterValues } from '@/lib/accounts/audit/filter-values'
import { type AuditFilter, listAudit } from '@/lib/accounts/audit/list'
import { recordAudit } from '@/lib/accounts/audit/record'
import { auditText } from '@/lib/accounts/audit/sentence'
import { acceptInvitation } from '@/lib/accounts/invitations/accept'
import { createInvitation } from '@/lib/accounts/invitations/create'
import { registerInvited } from '@/lib/accounts/invitations/register'
import { revokeInvitation } from '@/lib/accounts/invitations/revoke'
import { changeRole } from '@/lib/accounts/members/change-role'
import { removeMember } from '@/lib/accounts/members/remove'
import { endGrantOfMember, endOwnGrant } from '@/lib/accounts/oauth/end-grant'
import { createOrganization } from '@/lib/accounts/organizations/create'
import { setBadges } from '@/lib/accounts/organizations/set-badges'
import { setPlan } from '@/lib/accounts/organizations/set-plan'
import { setTimeZone } from '@/lib/accounts/organizations/set-time-zone'
import { findSession } from '@/lib/accounts/sessions/find'
import { revokeTrust } from '@/lib/accounts/trusted-pipelines/revoke'
import { db } from '@/lib/db/db'
import { distinctValues } from '@/lib/db/distinct-values'
import { setProductionNames } from '@/lib/deployments/production-names/set-production-names'
import { Prisma } from '@/lib/generated/prisma/client'
import { removeDestination } from '@/lib/notifications/destinations/remove'
import { setPaused } from '@/lib/notifications/destinations/set-paused'
import { removeConnection } from '@/lib/sources/connections/remove'
import { setTakesDeployments } from '@/lib/sources/connections/set-takes-deployments'
import { connectGithub } from '@/lib/testing/connect'
import { createMember, createUser, openSession, type TestUser } from '@/lib/testing/factories'
import { agree, createApplication } from '@/lib/testing/oauth'
import { trust } from '@/lib/testing/trusted-pipelines'

let organizationId: number
let slug: string
let olga: TestUser

beforeEach(async () => {
  slug = `org-${crypto.randomUUID()}`
  organizationId = (await createOrganization({ slug, name: 'Acme' })).id
  olga = await createMember(organizationId, 'owner')
})

/** What was done since the organization was made, in the order it was done, as `who: what`. */
async function done(): Promise<string[]> {
  const { rows: entries } = await listAudit(organizationId, {}, null, 100)
  const lines = entries.map((entry) => `${entry.actor === olga.email ? 'olga' : entry.actor}: ${auditText(entry)}`)
  return lines.toReversed().slice(1)
}

describe('the audit log', () => {
  it('begins with the organization', async () => {
    const { rows: entries } = await listAudit(organizationId, {}, null, 10)
    expect(entries.map(auditText)).toEqual([expect.stringContaining('created the organization Acme')])
  })

  it('says who was invited, joined, changed, removed and left', async () => {
    const bo = await createUser()
    const invite = async (email: string, role: 'member' | 'manager') =>
      createInvitation({ organizationId, userId: olga.id }, { email, role })
    const { token } = await invite(bo.email, 'member')
    await acceptInvitation(token, bo.id)
    await changeRole(operatorOf(organizationId), { userId: bo.id, role: 'manager' })
    const second = await createInvitation(
      { organizationId, userId: bo.id },
      { email: 'cy@example.com', role: 'manager' },
    )
    await changeRole({ organizationId, userId: olga.id }, { userId: bo.id, role: 'member' })
    await expect(acceptInvitation(second.token, olga.id)).rejects.toThrow()
    await removeMember({ organizationId, userId: bo.id }, { userId: bo.id })
    const { id } = await invite('di@example.com', 'member')
    await revokeInvitation({ organizationId, userId: olga.id }, { invitationId: id })
    const email = `${crypto.randomUUID()}@example.com`
    const third = await invite(email, 'member')
    const { user } = await registerInvited({
      token: third.token,
      name: 'Ed',
      password: 'a long sentence',
      address: null,
    })
    await removeMember({ organizationId, userId: olga.id }, { userId: user.userId })
    expect(await done()).toEqual([
      `olga: invited ${bo.email} as member`,
      `${bo.email}: joined as member`,
      `command line: changed the role of ${bo.email} from member to manager`,
      `${bo.email}: invited cy@example.com as manager`,
      `olga: changed the role of ${bo.email} from manager to member`,
      'olga: revoked the invitation of cy@example.com',
      `${bo.email}: left as member`,
      'olga: invited di@example.com as member',
      'olga: revoked the invitation of di@example.com',
      `olga: invited ${email} as member`,
      `${email}: joined as member`,
      `olga: removed ${email} as member`,
    ])
  })

  it('says which settings changed, and from what, and nothing of those that stayed', async () => {
    await setTimeZone({ organizationId, userId: olga.id }, 'Europe/Oslo')
    await setTimeZone({ organizationId, userId: olga.id }, 'europe/oslo')
    await (await setProductionNames({ organizationId, userId: olga.id }, ['live', 'eu'])).linked
    await setPlan(slug, 'enterprise')
    expect(await done()).toEqual([
      'olga: set the time zone from UTC to Europe/Oslo',
      'olga: changed the production names, added live, eu, removed production',
      'command line: set the plan from free to enterprise',
    ])
  })

  it('has nothing of what was refused', async () => {
    const mia = await createMember(organizationId, 'member')
    await expect(changeRole({ organizationId, userId: mia.id }, { userId: mia.id, role: 'owner' })).rejects.toThrow()
    await expect(removeMember({ organizationId, userId: olga.id }, { userId: olga.id })).rejects.toThrow()
    await expect(setTimeZone({ organizationId, userId: olga.id }, 'Nowhere')).rejects.toThrow()
    expect(await done()).toEqual([])
  })

  it('keeps the address of a user who is gone', async () => {
    await setTimeZone({ organizationId, userId: olga.id }, 'Asia/Tokyo')
    await db().prisma.user.delete({ where: { id: olga.id } })
    expect(await done()).toEqual(['olga: set the time zone from UTC to Asia/Tokyo'])
  })

  it('takes 1,000 changes of a person in 24 hours, and of others still', async () => {
    const bo = await createMember(organizationId, 'owner')
    await db().prisma.$executeRaw`
      INSERT INTO audit_entries (organization_id, user_id, actor, action, subject, at)
      SELECT ${organizationId}, ${olga.id}, ${olga.email}, 'api-key.generated', 'ci', now() - interval '23 hours'
      FROM generate_series(1, 999)`
    const setZone = (userId: number | null, zone: string) => setTimeZone({ organizationId, userId }, zone)
    const zone = async () =>
      (await db().prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })).timeZone
    await setZone(olga.id, 'Europe/Oslo')
    await expect(setZone(olga.id, 'Europe/Paris')).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await zone()).toBe('Europe/Oslo')
    await setZone(bo.id, 'Europe/Rome')
    await setTimeZone(operatorOf(organizationId), 'Europe/Riga')
    await db().prisma.$executeRaw`
      UPDATE audit_entries SET at = at - interval '2 hours' WHERE organization_id = ${organizationId}`
    await setZone(olga.id, 'Europe/Paris')
    expect(await zone()).toBe('Europe/Paris')
  })

  it('lets a person who made 1,000 changes end whatever access there is, and begin none', async () => {
    const actor = { organizationId, userId: olga.id }
    const [bo, cy] = [await createMember(organizationId, 'manager'), await createMember(organizationId, 'member')]
    const key = await createApiKey(actor, 'ci')
    const trustId = await trust({ organization: { id: organizationId } }, { issuer: 'https://gitlab.com' })
    const { id: connectionId } = await connectGithub(organizationId, 'https://github.example.com')
    await setTakesDeployments(actor, connectionId, true)
    const invite = (email: string) => createInvitation(actor, { email, role: 'member' })
    const { id: invitationId } = await invite('di@example.com')
    const grantOf = async (userId: number) => {
      const { sessionId = 0 } = (await findSession(await openSession(userId))) ?? {}
      await agree({ organizationId, userId, sessionId }, await createApplication())
      return (await db().prisma.oauthGrant.findFirstOrThrow({ where: { userId } })).id
    }
    const [own, foreign] = [await grantOf(olga.id), await grantOf(bo.id)]
    const destination = { organizationId, publicId: randomUUID(), name: 'us', since: new Date() }
    const { id: destinationId } = await db().prisma.notificationDestination.create({
      data: { ...destination, kind: 'email', recipients: [olga.id], topics: ['failed'] },
    })
    await setBadges(actor, true)
    await db().prisma.$executeRaw`
      INSERT INTO audit_entries (organization_id, user_id, actor, action, subject)
      SELECT ${organizationId}, ${olga.id}, ${olga.email}, 'api-key.generated', 'ci' FROM generate_series(1, 1000)`

    await setBadges(actor, false)
    await setPaused(actor, destinationId, true)
    await removeDestination(actor, destinationId)
    await setTakesDeployments(actor, connectionId, false)
    await removeConnection(actor, connectionId)
    await revokeApiKey(actor, key.id)
    await revokeTrust(actor, trustId)
    await endOwnGrant(olga.id, own)
    await endGrantOfMember(actor, foreign)
    await revokeInvitation(actor, { invitationId })
    await changeRole(actor, { userId: bo.id, role: 'member' })
    await removeMember(actor, { userId: cy.id })

    const tooMany = expect.objectContaining({ code: 'rate_limited' })
    await expect(createApiKey(actor, 'again')).rejects.toEqual(tooMany)
    await expect(invite('ed@example.com')).rejects.toEqual(tooMany)
    await expect(changeRole(actor, { userId: bo.id, role: 'manager' })).rejects.toEqual(tooMany)
    await expect(setBadges(actor, true)).rejects.toEqual(tooMany)
    expect((await done()).slice(-12)).toEqual([
      'olga: turned badges on or off from yes to no',
      'olga: paused notifications to us',
      'olga: removed notifications to us',
      'olga: changed connection acme at github.example.com, takes deployments from yes to no',
      'olga: removed connection acme at github.example.com',
      expect.stringMatching(/^olga: revoked API key ci/),
      'olga: revoked trusted pipeline acme/api',
      'olga: disconnected application Test application (app.example.com)',
      `olga: disconnected application Test application (app.example.com), of ${bo.email}`,
      'olga: revoked the invitation of di@example.com',
      `olga: changed the role of ${bo.email} from manager to member`,
      `olga: removed ${cy.email} as member`,
    ])
  })

  it('is not for another organization', async () => {
    const other = await createOrganization({ slug: `org-${crypto.randomUUID()}`, name: 'Other' })
    await setTimeZone({ organizationId, userId: olga.id }, 'Asia/Tokyo')
    expect((await listAudit(other.id, {}, null, 10)).rows).toHaveLength(1)
    expect(await listAuditFilterValues(other.id)).toEqual({
      actions: ['organization.created'],
      people: ['command line'],
    })
  })
})

describe('pages and filters of the audit log', () => {
  const subjects = ['one', 'two', '100% odd_\\', 'four', 'five']

  beforeEach(async () => {
    for (const [index, subject] of subjects.entries()) {
      const action = index % 2 === 0 ? 'thing.made' : 'thing.broken'
      const userId = index === 4 ? olga.id : null
      await recordAudit(
        db().people,
        { organizationId, userId },
        { action, subject, details: { reason: `for ${index}` } },
      )
    }
  })

  const find = async (filter: AuditFilter) =>
    (await listAudit(organizationId, filter, null, 10)).rows.map(({ subject }) => subject)

  it('lead from the latest to the first without gaps or repeats', async () => {
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof listAudit>> = await listAudit(organizationId, {}, cursor, 2)
      pages.push(page.rows.map(({ subject }) => subject))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(pages).toEqual([
      ['five', 'four'],
      ['100% odd_\\', 'two'],
      ['one', 'Acme'],
    ])
  })

  it('find an action, a person and a text', async () => {
    expect(await find({ action: 'thing.broken' })).toEqual(['four', 'two'])
    expect(await find({ person: olga.email })).toEqual(['five'])
    expect(await find({ text: 'FOR 3' })).toEqual(['four'])
    expect(await find({ text: '% odd_\\' })).toEqual(['100% odd_\\'])
    expect(await find({ text: 'o%e' })).toEqual([])
    expect(await find({ text: '\0', person: ' ', action: '' })).toHaveLength(6)
    expect(await find({ action: 'thing.made', text: 'for 0', person: 'command line' })).toEqual(['one'])
  })

  it('name what there is to choose from', async () => {
    expect(await listAuditFilterValues(organizationId)).toEqual({
      actions: ['organization.created', 'thing.broken', 'thing.made'],
      people: ['command line', olga.email].sort(),
    })
  })

  it('name what there is to choose from without reading every entry', async () => {
    await fill(5_000)
    for (const column of [Prisma.sql`action`, Prisma.sql`actor`]) {
      expect(
        await entriesRead(distinctValues({ table: 'audit_entries', organizationId, column, limit: 300 })),
      ).toBeLessThan(20)
    }
  })

  it('look through so many entries for a text, and through older ones from the next page on', async () => {
    await fill(20_000)
    const first = await listAudit(organizationId, { text: 'for 3' }, null, 10)
    expect(first).toMatchObject({ rows: [], nextCursor: expect.any(String) })
    const second = await listAudit(organizationId, { text: 'for 3' }, first.nextCursor, 10)
    expect(second.rows.map(({ subject }) => subject)).toEqual(['four'])
    expect(second.nextCursor).toBeNull()
  })

  it.each(['x', '-1', '1.5', '1'.repeat(30)])('refuse a page that never was: %s', async (cursor) => {
    await expect(listAudit(organizationId, {}, cursor, 2)).rejects.toMatchObject({ code: 'invalid' })
  })
})

/** Adds entries to the log of the organization. */
async function fill(count: number): Promise<void> {
  await db().people.query(
    `INSERT INTO audit_entries (organization_id, actor, action, subject)
     SELECT $1, 'person ' || n % 3, 'thing.made', 'filler' FROM generate_series(1, $2::int) n`,
    [organizationId, count],
  )
  await db().people.query('ANALYZE audit_entries')
}

/** How many entries a query reads from the table or its indexes. */
async function entriesRead({ text, values }: Prisma.Sql): Promise<number> {
  const explained = await db().people.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values])
  type Node = Record<string, unknown> & { Plans?: Node[] }
  const count = (node: Node): number => {
    const own =
      node['Relation Name'] === 'audit_entries' ? Number(node['Actual Rows']) * Number(node['Actual Loops']) : 0
    return own + (node.Plans ?? []).reduce((sum, child) => sum + count(child), 0)
  }
  return count(explained.rows[0]['QUERY PLAN'][0].Plan)
}
