import { beforeEach, describe, expect, it } from 'vitest'
import { GET, POST } from '@/app/api/v1/[...path]/route'
import { operatorOf } from '@/lib/accounts/actor'
import { listAudit } from '@/lib/accounts/audit/list'
import { auditText } from '@/lib/accounts/audit/sentence'
import { db } from '@/lib/db/db'
import { markFailed, takeBackFailure } from '@/lib/deployments/mark-failed'
import { parseMetricFilters } from '@/lib/insights/reports/filters'
import { findMarked } from '@/lib/insights/reports/find-marked'
import { readReport } from '@/lib/insights/reports/read-report'
import { createMember, createReadKey, createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { describeRefusedKeys } from '@/lib/testing/refused-keys'
import { postEvent } from '@/lib/testing/webhook'
import { periodOf } from '@/lib/time/period'
import { getOutsideIncident, listOutsideIncidents } from './list'
import { outsideIncidentSchema, removeOutsideIncident, saveOutsideIncident } from './save'
import { tieIncident, untieIncident } from './tie'

let tenant: Tenant

const outage = {
  id: 'PD-1',
  title: 'Checkout answers 500',
  openedAt: '2026-03-02T10:10:00Z',
  url: 'https://pager.example.com/1',
}

async function post(body: unknown, headers: Record<string, string> = { Authorization: `Bearer ${tenant.token}` }) {
  const request = new Request('http://localhost/api/v1/incidents', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const response = await POST(request)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

async function deploy(fields: Record<string, unknown> = {}, { token }: Tenant = tenant) {
  const sent = deploymentBody({ service: 'api', ...fields })
  const { body } = await postEvent(token, sent)
  return { sent, id: (body as { deploymentId: number }).deploymentId }
}

const statusOf = async (id: number) => (await db().prisma.deployment.findFirstOrThrow({ where: { id } })).status
const stored = () => db().prisma.outsideIncident.findMany({ where: { organizationId: tenant.organization.id } })

async function changeFailures() {
  const now = new Date('2026-03-10T00:00:00Z')
  const { filters } = parseMetricFilters(new URLSearchParams('from=2026-03-01&to=2026-03-07'), 'UTC', now)
  const { changeFailureRate, recoveryTime } = await readReport(tenant.organization, filters, now)
  return { rate: changeFailureRate?.value, recoverySeconds: recoveryTime?.value }
}

beforeEach(async () => {
  tenant = await createTenant({ plan: 'business' })
})

describe('POST /api/v1/incidents', () => {
  describeRefusedKeys('ingest', (headers) => post(outage, headers))

  it('records an incident, and what is posted again under its id, resolved, changes what was sent', async () => {
    const created = await post(outage)
    expect(created).toMatchObject({ status: 201, body: { action: 'created', tiedTo: null } })
    const { incidentId } = created.body
    expect(created.headers.get('location')).toBe(`/${tenant.organization.slug}/incidents/recorded/${incidentId}`)
    expect(created.headers.get('ratelimit')).not.toBeNull()
    expect(await post(outage)).toMatchObject({ status: 200, body: { action: 'updated', incidentId } })
    expect((await post({ id: 'PD-1', resolvedAt: '2026-03-02T11:00:00Z' })).status).toBe(200)
    expect(await stored()).toMatchObject([
      { title: outage.title, url: outage.url, resolvedAt: new Date('2026-03-02T11:00:00Z'), deploymentId: null },
    ])
  })

  it('stores one incident of many posts at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(outage)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    expect(await stored()).toHaveLength(1)
  })

  it('keeps no other organization waiting for many that are posted at once', async () => {
    const other = await createTenant()
    const holder = await db().people.connect()
    const busy: Awaited<ReturnType<typeof post>>[] = []
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [tenant.organization.id])
      const posted = Array.from({ length: 60 }, async (_, index) => {
        const answer = await post({ ...outage, id: `PD-${index}` })
        if (answer.body.error?.startsWith('Too much')) busy.push(answer)
        return answer.status
      })
      await expect.poll(() => busy.length, { timeout: 10_000 }).toBe(9)
      expect(busy[0]).toMatchObject({ status: 503 })
      expect(busy[0]?.headers.get('retry-after')).toBe('5')
      expect(await post(outage, { Authorization: `Bearer ${other.token}` })).toMatchObject({ status: 201 })
      await holder.query('ROLLBACK')
      const created = (await Promise.all(posted)).filter((status) => status === 201)
      expect(await stored()).toHaveLength(created.length)
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
  })

  it.each([
    [{}, 'id is required'],
    [{ id: 'new' }, 'title is required for a new incident'],
    [{ id: 'new', title: 'Down' }, 'openedAt is required for a new incident'],
    [{ ...outage, openedAt: 'yesterday' }, 'openedAt must be a valid ISO 8601 date'],
    [{ ...outage, openedAt: '1999-01-01' }, 'openedAt must lie between 2000-01-01 and 24 hours from now'],
    [{ ...outage, resolvedAt: '2026-03-02T10:09:59Z' }, 'resolvedAt must not be before openedAt'],
    [{ ...outage, url: 'javascript:alert(1)' }, 'url must be an absolute http or https URL without spaces'],
    [{ ...outage, title: 'two\nlines' }, 'title must be one line'],
    [{ ...outage, commitSha: 'abcdef1' }, 'service is required with commitSha'],
    [[], 'body must be a JSON object'],
  ])('refuses %j and stores nothing', async (body, reason) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { error: `Invalid payload: ${reason}` } })
    expect(await stored()).toEqual([])
  })

  it('marks the deployment that it names as failed, whatever its pipeline reports again', async () => {
    const { sent, id } = await deploy()
    await deploy({ completedAt: '2026-03-02T12:05:00Z' })
    expect(await changeFailures()).toEqual({ rate: 0, recoverySeconds: null })
    const named = { ...outage, deploymentId: sent.deploymentId }
    expect(await post(named)).toMatchObject({ status: 201, body: { tiedTo: id } })
    expect(await statusOf(id)).toBe('failure')
    await postEvent(tenant.token, sent)
    expect(await post(named)).toMatchObject({ status: 200, body: { tiedTo: id } })
    expect(await statusOf(id)).toBe('failure')
    expect(await changeFailures()).toEqual({ rate: 0.5, recoverySeconds: 7200 })
    const { rows } = await listAudit(tenant.organization.id, {}, null, 1)
    expect(rows.map((row) => [row.actor, auditText(row)])).toEqual([
      ['API key ci', `tied an incident to ${sent.deploymentId}: Incident: ${outage.title}`],
    ])
  })

  it('counts in no metric when it is tied to no deployment', async () => {
    await deploy()
    await post({ ...outage, service: 'api', environment: 'production' })
    expect(await changeFailures()).toEqual({ rate: 0, recoverySeconds: null })
  })

  it('finds the latest production deployment of a service by its commit', async () => {
    const { sent } = await deploy()
    const { commitSha } = sent as { commitSha: string }
    const { id } = await deploy({ commitSha, completedAt: '2026-03-02T10:08:00Z' })
    await deploy({ commitSha, service: 'web', completedAt: '2026-03-02T10:09:00Z' })
    const named = { ...outage, commitSha: commitSha.slice(0, 8).toUpperCase(), service: ' API ' }
    expect(await post(named)).toMatchObject({ status: 201, body: { tiedTo: id } })
  })

  it('finds by its commit none that began after the incident, nor by a short one that others begin with', async () => {
    const { sent, id } = await deploy({ commitSha: `c0ffee1${'0'.repeat(33)}` })
    const { commitSha } = sent as { commitSha: string }
    const named = { ...outage, service: 'api' }
    await deploy({ commitSha, startedAt: '2026-03-02T10:30:00Z', completedAt: '2026-03-02T10:35:00Z' })
    expect(await post({ ...named, commitSha })).toMatchObject({ status: 201, body: { tiedTo: id } })
    const over = { id: outage.id, service: 'api', commitSha, resolvedAt: '2026-03-02T10:20:00Z' }
    expect(await post(over)).toMatchObject({ status: 200, body: { tiedTo: id } })

    await deploy({ commitSha: `c0ffee2${'0'.repeat(33)}` })
    expect(await post({ ...named, id: 'short', commitSha: 'c0ffee' })).toMatchObject({ status: 400 })
    expect(await post({ ...named, id: 'short', commitSha: 'c0ffee1' })).toMatchObject({
      status: 201,
      body: { tiedTo: id },
    })
    const early = { ...named, id: 'early', openedAt: '2026-03-02T09:00:00Z', commitSha }
    expect(await post(early)).toMatchObject({ status: 404 })
  })

  it('knows no deployment of another organization, and changes none', async () => {
    const { sent, id } = await deploy({}, await createTenant())
    const unknown = await post({ ...outage, deploymentId: 'no-such' })
    expect(unknown.status).toBe(404)
    const { deploymentId, commitSha } = sent
    expect((await post({ ...outage, deploymentId })).body).toEqual(unknown.body)
    expect((await post({ ...outage, commitSha, service: 'api' })).status).toBe(404)
    expect(await statusOf(id)).toBe('success')
    expect(await stored()).toEqual([])
  })

  it('refuses a deployment that is none of production or has not ended', async () => {
    for (const fields of [{ environment: 'staging' }, { status: 'in_progress', completedAt: null }]) {
      const { sent } = await deploy(fields)
      expect((await post({ ...outage, deploymentId: sent.deploymentId })).status).toBe(409)
    }
    expect(await stored()).toEqual([])
  })
})

describe('a tie', () => {
  const tied = async (id: string, deploymentId: unknown) =>
    (await post({ ...outage, id, deploymentId })).body.incidentId

  it('is ended by people, and no tool makes it again', async () => {
    const { sent, id } = await deploy()
    const incidentId = await tied('PD-1', sent.deploymentId)
    await untieIncident(operatorOf(tenant.organization.id), incidentId)
    expect(await statusOf(id)).toBe('success')
    expect(await post({ ...outage, deploymentId: sent.deploymentId })).toMatchObject({ body: { tiedTo: null } })
    expect(await statusOf(id)).toBe('success')
  })

  it('to the same deployment keeps it failed until the last one ends', async () => {
    const { sent, id } = await deploy()
    const first = await tied('PD-1', sent.deploymentId)
    const second = await tied('PD-2', sent.deploymentId)
    const operator = operatorOf(tenant.organization.id)
    await untieIncident(operator, first)
    expect(await statusOf(id)).toBe('failure')
    await untieIncident(operator, second)
    expect(await statusOf(id)).toBe('success')
  })

  it('leaves what a person marked as failed, and what failed anyway', async () => {
    const operator = operatorOf(tenant.organization.id)
    const { sent, id } = await deploy()
    const incidentId = await tied('PD-1', sent.deploymentId)
    await takeBackFailure(operator, id, 'It was the network')
    await markFailed(operator, id, 'It was not')
    await untieIncident(operator, incidentId)
    expect(await statusOf(id)).toBe('failure')
    const failed = await deploy({ status: 'failure' })
    await untieIncident(operator, await tied('PD-2', failed.sent.deploymentId))
    expect(await statusOf(failed.id)).toBe('failure')
  })

  it('to another deployment is for people, who untie it first', async () => {
    const [first, second] = [await deploy(), await deploy()]
    const incidentId = await tied('PD-1', first.sent.deploymentId)
    expect((await post({ ...outage, deploymentId: second.sent.deploymentId })).status).toBe(409)
    const operator = operatorOf(tenant.organization.id)
    await untieIncident(operator, incidentId)
    await tieIncident(operator, { incidentId, deploymentId: second.id, byPerson: true })
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['success', 'failure'])
  })

  it('is of one organization alone', async () => {
    const stranger = await createTenant()
    const [own, theirs] = [await deploy(), await deploy({}, stranger)]
    const { incidentId } = (await post(outage)).body
    const unknown = expect.objectContaining({ code: 'not_found' })
    const operator = operatorOf(tenant.organization.id)
    const other = operatorOf(stranger.organization.id)
    const tie = (deploymentId: number) => ({ incidentId, deploymentId, byPerson: true })
    await expect(tieIncident(operator, tie(theirs.id))).rejects.toEqual(unknown)
    await expect(tieIncident(other, tie(theirs.id))).rejects.toEqual(unknown)
    await tieIncident(operator, tie(own.id))
    await expect(untieIncident(other, incidentId)).rejects.toEqual(unknown)
    expect([await statusOf(own.id), await statusOf(theirs.id)]).toEqual(['failure', 'success'])
  })
})

it('is listed with the incidents of the days on which it was open, for its own organization', async () => {
  const { sent, id } = await deploy()
  await post({ ...outage, resolvedAt: '2026-03-02T11:00:00Z', deploymentId: sent.deploymentId })
  await post({ ...outage, id: 'PD-2', service: 'w'.repeat(1_000) })
  const read = async ({ organization }: Tenant, query: string) => {
    const headers = await createReadKey(organization)
    const response = await GET(new Request(`http://localhost/api/v1/incidents?${query}`, { headers }))
    const { recorded } = await response.json()
    return recorded.map((row: { externalId: string; deploymentId: number | null }) => [
      row.externalId,
      row.deploymentId,
    ])
  }
  expect(await read(tenant, 'from=2026-03-01&to=2026-03-02')).toEqual([
    ['PD-2', null],
    ['PD-1', id],
  ])
  expect(await read(tenant, 'from=2026-03-03&to=2026-03-04')).toEqual([['PD-2', null]])
  expect(await read(tenant, 'from=2026-03-01&to=2026-03-02&service=api')).toEqual([['PD-1', id]])
  expect(await read(tenant, 'from=2026-02-27&to=2026-03-01')).toEqual([])
  const filters = parseMetricFilters(new URLSearchParams('from=2026-03-01&to=2026-03-04'), 'UTC', new Date()).filters
  const period = periodOf('2026-03-01', '2026-03-04', 'UTC', new Date('2026-03-10T00:00:00Z'))
  const marked = await findMarked(tenant.organization.id, filters, period)
  expect(marked.map(({ firstDay, lastDay, service }) => [firstDay, lastDay, service])).toEqual([
    ['2026-03-02', '2026-03-10', `${'w'.repeat(199)}…`],
    ['2026-03-02', '2026-03-02', 'api'],
  ])
  expect(await read(await createTenant({ plan: 'business' }), 'from=2026-03-01&to=2026-03-02')).toEqual([])
})

describe('an incident that a person records', () => {
  const place = { timeZone: 'Europe/Berlin', now: new Date('2026-03-10T00:00:00Z') }
  const form = (fields: Record<string, string>) =>
    outsideIncidentSchema.parse({ title: 'Checkout is down', openedAt: '2026-03-02T11:10', ...fields })
  const actorOf = async ({ organization }: Tenant, role: 'member' | 'manager' = 'manager') => ({
    organizationId: organization.id,
    userId: (await createMember(organization.id, role)).id,
  })

  it('is resolved, tied and untied by its form, and deleted, each in the audit log', async () => {
    const manager = await actorOf(tenant)
    const { sent, id } = await deploy()
    const { id: incidentId } = await saveOutsideIncident(manager, null, form({ resolvedAt: '' }), place)
    expect(await getOutsideIncident(tenant.organization.id, incidentId)).toMatchObject({
      openedAt: new Date('2026-03-02T10:10:00Z'),
      resolvedAt: null,
      deployment: null,
    })
    const tied = { resolvedAt: '2026-03-02T12:00', deploymentId: String(sent.deploymentId) }
    await saveOutsideIncident(manager, incidentId, form(tied), place)
    expect(await statusOf(id)).toBe('failure')
    await saveOutsideIncident(manager, incidentId, form({ ...tied, deploymentId: '' }), place)
    expect(await statusOf(id)).toBe('success')
    await saveOutsideIncident(manager, incidentId, form(tied), place)
    await removeOutsideIncident(manager, incidentId)
    expect(await statusOf(id)).toBe('success')
    expect(await listOutsideIncidents(tenant.organization.id, 10)).toEqual({ incidents: [], total: 0 })
    const { rows } = await listAudit(tenant.organization.id, {}, null, 10)
    expect(rows.map(({ action }) => action).slice(0, 8)).toEqual([
      'outside-incident.removed',
      'deployment.incident-untied',
      'deployment.incident-tied',
      'outside-incident.changed',
      'deployment.incident-untied',
      'outside-incident.changed',
      'deployment.incident-tied',
      'outside-incident.changed',
    ])
  })

  it('keeps the seconds that a tool reported', async () => {
    const openedAt = '2026-03-02T10:10:42.5Z'
    const { incidentId } = (await post({ ...outage, openedAt })).body
    await saveOutsideIncident(await actorOf(tenant), incidentId, form({}), place)
    expect((await getOutsideIncident(tenant.organization.id, incidentId)).openedAt).toEqual(new Date(openedAt))
  })

  it('saves nothing of what cannot be', async () => {
    const manager = await actorOf(tenant)
    const theirs = await deploy({}, await createTenant())
    const wrong: Record<string, string>[] = [
      { openedAt: 'noon' },
      { openedAt: '1999-01-01T00:00' },
      { resolvedAt: '2026-03-02T11:09' },
      { deploymentId: String(theirs.sent.deploymentId) },
    ]
    for (const fields of wrong) {
      const refused = saveOutsideIncident(manager, null, form(fields), place)
      await expect(refused).rejects.toEqual(expect.objectContaining({ code: 'invalid' }))
    }
    expect(await stored()).toEqual([])
    expect(await statusOf(theirs.id)).toBe('success')
  })

  it('is for managers of its own organization', async () => {
    const { incidentId } = (await post(outage)).body
    const [member, stranger] = [await actorOf(tenant, 'member'), await actorOf(await createTenant())]
    for (const [actor, code] of [
      [member, 'forbidden'],
      [stranger, 'not_found'],
    ] as const) {
      const refused = expect.objectContaining({ code })
      await expect(saveOutsideIncident(actor, incidentId, form({}), place)).rejects.toEqual(refused)
      await expect(removeOutsideIncident(actor, incidentId)).rejects.toEqual(refused)
    }
    await expect(saveOutsideIncident(member, null, form({}), place)).rejects.toEqual(
      expect.objectContaining({ code: 'forbidden' }),
    )
    expect(await stored()).toMatchObject([{ title: outage.title }])
  })
})
