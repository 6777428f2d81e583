import { beforeEach, expect, it } from 'vitest'
import { listAudit } from '@/lib/accounts/audit/list'
import { db } from '@/lib/db/db'
import { createMember, createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { addNote, leaveIncident, loadPeople, removeNote, takeIncident } from './people'

let tenant: Tenant
let failedId: number

const fail = async ({ token }: Tenant, fields = {}) => {
  const { body } = await postEvent(token, deploymentBody({ service: 'api', status: 'failure', ...fields }))
  return (body as { deploymentId: number }).deploymentId
}
const actorOf = async ({ organization: { id } }: Tenant, role: 'member' | 'manager' = 'member', name = 'Ada') => ({
  organizationId: id,
  userId: (await createMember(id, role, { name })).id,
})
const read = () => loadPeople(tenant.organization.id, [failedId])
const refused = (code: string) => expect.objectContaining({ code })

beforeEach(async () => {
  tenant = await createTenant()
  failedId = await fail(tenant)
})

it('says who is on an incident: the last who said so, until it is taken back', async () => {
  const [ada, ben] = [await actorOf(tenant), await actorOf(tenant, 'member', 'Ben')]
  expect((await read()).responder).toBeNull()
  await takeIncident(ada, failedId)
  await takeIncident(ben, failedId)
  expect((await read()).responder).toMatchObject({ userId: ben.userId, name: 'Ben' })
  await leaveIncident(ben, failedId)
  expect((await read()).responder).toBeNull()
  const { rows: entries } = await listAudit(tenant.organization.id, {}, null, 10)
  expect(entries.map(({ action }) => action).slice(0, 3)).toEqual(['incident.left', 'incident.taken', 'incident.taken'])
})

it('keeps notes in their order, as their authors removed, or managers', async () => {
  const [ada, ben] = [await actorOf(tenant), await actorOf(tenant, 'member', 'Ben')]
  await addNote(ada, failedId, '<b>The cache</b> is full')
  await addNote(ben, failedId, 'Looking')
  const { notes } = await read()
  expect(notes.map(({ text, author }) => [text, author])).toEqual([
    ['<b>The cache</b> is full', 'Ada'],
    ['Looking', 'Ben'],
  ])
  const [first, second] = notes.map(({ id }) => id) as [number, number]
  await expect(removeNote(ben, first)).rejects.toEqual(refused('forbidden'))
  await removeNote(ada, first)
  await removeNote(await actorOf(tenant, 'manager'), second)
  expect((await read()).notes).toEqual([])
  await expect(removeNote(ada, first)).rejects.toEqual(refused('not_found'))
})

it('has an end to the notes on one deployment', async () => {
  const ada = await actorOf(tenant)
  const note = { organizationId: tenant.organization.id, deploymentId: failedId, text: 'x' }
  await db().prisma.incidentNote.createMany({ data: Array(200).fill(note) })
  await expect(addNote(ada, failedId, 'one more')).rejects.toEqual(refused('conflict'))
})

it('has the latest 200 notes of an incident of several deployments, and a count of those before', async () => {
  const ids = [failedId, await fail(tenant)]
  const notes = ids.flatMap((deploymentId, which) =>
    Array.from({ length: 150 }, (_, n) => ({
      organizationId: tenant.organization.id,
      deploymentId,
      text: `note ${150 * which + n}`,
    })),
  )
  await db().prisma.incidentNote.createMany({ data: notes })
  const people = await loadPeople(tenant.organization.id, ids)
  expect(people.notes.map(({ text }) => text)).toEqual(notes.slice(100).map(({ text }) => text))
  expect(people.earlierNotes).toBe(100)
  expect((await read()).earlierNotes).toBe(0)
})

it('belongs to production deployments of the own organization that failed', async () => {
  const ada = await actorOf(tenant)
  const stranger = await createTenant()
  const others = [
    await fail(stranger),
    await fail(tenant, { status: 'success' }),
    await fail(tenant, { environment: 'staging' }),
    987_654_321,
  ]
  for (const id of others) {
    await expect(takeIncident(ada, id)).rejects.toEqual(refused('not_found'))
    await expect(leaveIncident(ada, id)).rejects.toEqual(refused('not_found'))
    await expect(addNote(ada, id, 'x')).rejects.toEqual(refused('not_found'))
  }
  await addNote(ada, failedId, 'ours')
  const [note] = (await read()).notes
  const eve = await actorOf(stranger, 'manager', 'Eve')
  await expect(removeNote(eve, note?.id ?? 0)).rejects.toEqual(refused('not_found'))
  expect(await loadPeople(stranger.organization.id, [failedId])).toEqual({
    responder: null,
    notes: [],
    earlierNotes: 0,
  })
})
