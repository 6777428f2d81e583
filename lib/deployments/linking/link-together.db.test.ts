import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'
import { findSender } from '@/lib/accounts/sender'
import { databaseBudget } from '@/lib/db/database-budget'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { requestLink } from '@/lib/deployments/linking/linker'
import { lockNamespace } from '@/lib/deployments/linking/lock-repositories'
import { createdDeployment } from '@/lib/deployments/linking/look-ahead'
import { linkPending } from '@/lib/deployments/linking/relink'
import { findCreated } from '@/lib/deployments/linking/settle-unlinked'
import { recordDeployment } from '@/lib/deployments/record'
import { type DeploymentEvent, parseDeploymentEvent } from '@/lib/deployments/schema'
import { storeEvent } from '@/lib/deployments/store-event'
import type { MarkedDeployment } from '@/lib/deployments/stored-deployment'
import { countRoundTrips } from '@/lib/testing/count-round-trips'
import { at } from '@/lib/testing/deploy'
import { createHistory, createRepository, createTenant, deploymentBody } from '@/lib/testing/factories'

const trips = countRoundTrips([db().linking])
const sent = (name: string) => trips.statements.filter((statement) => statement === name).length

beforeEach(() => {
  trips.statements.splice(0)
})

/** Commits of a history, counted from 0: the deployed one and the one before. Events are minutes apart. */
type Event = {
  commit: number
  previous?: number
  service?: string
  status?: string
  minute?: number
}

const length = 40

/** An organization with the repositories `api` and `web`, of which every third commit came without a pull request. */
async function organization() {
  const { organization } = await createTenant({ plan: 'business' })
  const organizationId = organization.id
  const histories: Record<string, string[]> = {}
  const places = new Map<string, string>()
  const repositories: Record<string, { id: number }> = {}
  for (const name of ['api', 'web']) {
    const repository = await createRepository(organizationId, name)
    const shas = await createHistory(repository, length)
    for (const [index, sha] of shas.entries()) places.set(sha, `${name} ${index}`)
    histories[name] = shas
    repositories[name] = repository
  }
  await db().people.query('DELETE FROM pull_requests WHERE organization_id = $1 AND number % 3 = 0', [organizationId])
  const sender = await findSender(organizationId)
  const eventOf = (
    { commit, previous, service = 'api', status = 'success', minute = 0 }: Event,
    index: number,
  ): DeploymentEvent => {
    const shas = histories[service] ?? []
    const begun = Date.UTC(2026, 2, 2) + minute * 60_000
    const body = deploymentBody({
      deploymentId: `d${index}`,
      service,
      status,
      commitSha: at(shas, commit),
      previousCommitSha: previous === undefined ? null : at(shas, previous),
      startedAt: new Date(begun).toISOString(),
      completedAt: new Date(begun + 30_000).toISOString(),
    })
    return parseDeploymentEvent(body, new Date())
  }
  const record = (event: Event, index: number) =>
    recordDeployment(sender, eventOf(event, index), databaseBudget(60_000))
  /** What is linked, delivered and left to do, without any id. */
  const state = async () => {
    const { rows: deployments } = await db().people.query(
      `SELECT d.external_id, d.resolved_sha, d.base_sha, base.external_id AS base, d.commit_count, d.settled,
         d.unlinked_reason, d.generation IS NULL AS lost, (
           SELECT string_agg(concat_ws(' ', r.name_key, p.number, l.method, l.lead_time_seconds), ',' ORDER BY r.name_key, p.number)
           FROM deployment_pull_requests l JOIN pull_requests p ON p.id = l.pull_request_id
             JOIN repositories r ON r.id = p.repository_id
           WHERE l.organization_id = $1 AND l.deployment_id = d.id) AS links,
         ARRAY(SELECT sha || ' ' || lead_time_seconds FROM deployment_commits c
           WHERE c.organization_id = $1 AND c.deployment_id = d.id) AS outside,
         (SELECT count(*)::int FROM pending_links p WHERE p.deployment_id = d.id) AS marks
       FROM deployments d LEFT JOIN deployments base ON base.id = d.base_deployment_id
       WHERE d.organization_id = $1 ORDER BY d.external_id`,
      [organizationId],
    )
    const { rows: deliveries } = await db().people.query(
      `SELECT r.name_key, p.number, d.external_id FROM deliveries
         JOIN pull_requests p ON p.id = pull_request_id JOIN repositories r ON r.id = p.repository_id
         JOIN deployments d ON d.id = deployment_id
       WHERE deliveries.organization_id = $1 ORDER BY 1, 2`,
      [organizationId],
    )
    const placed = (text: string) => text.replace(/[0-9a-f]{40}/g, (sha) => places.get(sha) ?? 'unknown')
    return {
      deployments: deployments.map((one) => ({
        ...one,
        resolved_sha: placed(String(one.resolved_sha)),
        base_sha: placed(String(one.base_sha)),
        outside: one.outside.map(placed).sort(),
      })),
      deliveries,
    }
  }
  return { organizationId, sender, repositories, eventOf, record, state }
}

async function oneByOne(events: readonly Event[]) {
  const { record, state } = await organization()
  for (const [index, event] of events.entries()) await record(event, index)
  return state()
}

/** The state after events that come at once, and what each is answered. */
async function atOnce(events: readonly Event[]) {
  const { organizationId, record, state } = await organization()
  trips.statements.splice(0)
  const answers = await Promise.all(events.map(record))
  const first = { stored: sent('store-first-links'), groups: sent('take-own-marks'), alone: sent('take-marks') }
  await linkPending(organizationId)
  return { answers, ...first, state: await state() }
}

const chain = (count: number, from = 0): Event[] =>
  Array.from({ length: count }, (_, index) => ({
    commit: from + index + 1,
    previous: from + index,
    minute: index,
  }))

it('a chain of events that come at once is linked in one transaction, as one after the other', async () => {
  const events = chain(16)
  const { answers, stored, groups, alone, state } = await atOnce(events)
  expect(answers.every(({ linking }) => !linking)).toBe(true)
  expect(answers.map(({ linkedPRs }) => linkedPRs)).toEqual(
    events.map(({ commit }) => ((commit + 1) % 3 === 0 ? 0 : 1)),
  )
  expect({ stored, groups, alone }).toEqual({ stored: 1, groups: 1, alone: 0 })
  expect(sent('read-commits-for-walk')).toBe(0)
  expect(state).toEqual(await oneByOne(events))
})

const of = (service: string, events: readonly Event[]) => events.map((event) => ({ ...event, service }))

it('ranges of several commits begin with one look at those of each repository', async () => {
  const wide = chain(6, 3).map((event) => ({ ...event, previous: event.commit - 3 }))
  const events = [...of('api', wide), ...of('web', wide)]
  const { organizationId, record, state } = await organization()
  trips.statements.splice(0)
  await Promise.all(events.map(record))
  expect([sent('take-own-marks'), sent('take-marks'), sent('read-commits-for-walk')]).toEqual([1, 0, 2])
  await linkPending(organizationId)
  expect(await state()).toEqual(await oneByOne(events))
})

it('those that name a deployment that failed, or no commit, are linked alone', async () => {
  const events: Event[] = chain(15).map((event, index) =>
    index % 5 === 2 ? { ...event, status: 'failure' } : index % 5 === 0 ? { ...event, previous: undefined } : event,
  )
  const { groups, state } = await atOnce(events)
  expect(groups).toBe(1)
  expect(state).toEqual(await oneByOne(events))
})

it('those that begin at the commits of new successes are not linked again, and those of new failures are', async () => {
  const naming = chain(6, 20).map((event) => ({ ...event, previous: event.commit - 10, minute: 60 }))
  const named = (status: string) => chain(6, 10).map((event) => ({ ...event, status }))
  const { organizationId, record, state } = await organization()
  await Promise.all(naming.map(record))
  trips.statements.splice(0)
  await Promise.all(named('success').map((event, index) => record(event, 6 + index)))
  expect(sent('find-commits')).toBe(0)
  await linkPending(organizationId)
  expect(await state()).toEqual(await oneByOne([...naming, ...named('success')]))
  const { state: failed } = await atOnce([...naming, ...named('failure')])
  expect(failed).toEqual(await oneByOne([...naming, ...named('failure')]))
})

it('a deployment that was there before follows those that come at once', async () => {
  const inferred: Event = { commit: 30, minute: 60 }
  const named: Event = { commit: 25, previous: 10, minute: 50 }
  const events = [...chain(8), inferred, named]
  const { organizationId, record, state } = await organization()
  await record(inferred, 8)
  await record(named, 9)
  trips.statements.splice(0)
  await Promise.all(chain(8).map(record))
  expect([sent('take-own-marks'), sent('take-marks')]).toEqual([1, 0])
  await linkPending(organizationId)
  expect(await state()).toEqual(await oneByOne(events))
})

it('services and repositories do not mix', async () => {
  const events = [
    ...of('api', chain(4)),
    ...of('web', chain(4, 3)),
    ...of('api', chain(4, 20)),
    ...of('web', chain(4, 30)),
  ]
  const { groups, alone, state } = await atOnce(events)
  expect({ groups, alone }).toEqual({ groups: 1, alone: 0 })
  expect(state).toEqual(await oneByOne(events))
})

it('a repository that another process keeps holds up no other', async () => {
  const events = [...of('api', chain(3)), ...of('web', chain(3))]
  const { organizationId, repositories, record, state } = await organization()
  await inTransaction(db().people, never, async (holder) => {
    await holder.query('SELECT pg_advisory_xact_lock($1, $2)', [lockNamespace, repositories.api?.id])
    const answers = await Promise.all(events.map(record))
    expect(answers.map(({ linking }) => linking)).toEqual([true, true, true, false, false, false])
  })
  await linkPending(organizationId)
  expect(await state()).toEqual(await oneByOne(events))
})

it('what comes while one takes long is linked meanwhile', async () => {
  const [api, web] = [of('api', chain(1)), of('web', chain(1))]
  const { repositories, record } = await organization()
  const { people } = db()
  await people.query(`
    CREATE TABLE go_on ();
    CREATE FUNCTION wait_to_go_on() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      WHILE NOT EXISTS (SELECT FROM go_on) LOOP PERFORM pg_sleep(0.02); END LOOP;
      RETURN NULL;
    END $$;
    CREATE TRIGGER wait_to_go_on AFTER UPDATE ON deployments FOR EACH ROW
      WHEN (NEW.repository_id = ${repositories.api?.id}) EXECUTE FUNCTION wait_to_go_on()`)
  const long = record(api[0] as Event, 0)
  await vi.waitFor(async () => {
    const { rows } = await people.query("SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
    expect(rows).toHaveLength(1)
  }, 60_000)
  expect(await record(web[0] as Event, 1)).toMatchObject({ linking: false })
  await people.query('INSERT INTO go_on DEFAULT VALUES')
  expect(await long).toMatchObject({ linking: false })
  await people.query('DROP TRIGGER wait_to_go_on ON deployments; DROP FUNCTION wait_to_go_on; DROP TABLE go_on')
})

it('one that another process holds, or to which more happened, is left, and the others are linked', async () => {
  const events = chain(6)
  const { sender, organizationId, eventOf, state } = await organization()
  const stored = await inTransaction(db().ingest, never, async (client) => {
    const rows = []
    for (const [index, event] of events.entries()) rows.push(await storeEvent(client, sender, eventOf(event, index)))
    return rows
  })
  const found = await findCreated(db().people, sender, stored)
  const [held, changed] = [stored[2], stored[4]]
  await db().prisma.pendingLink.create({ data: { organizationId, deploymentId: changed?.id ?? 0 } })
  const results = await inTransaction(db().people, never, async (holder) => {
    await holder.query('SELECT FROM deployments WHERE id = $1 FOR NO KEY UPDATE', [held?.id])
    const link = (one: MarkedDeployment, index: number) =>
      requestLink({ organizationId, id: one.id, created: createdDeployment(one, found[index] ?? null) })
    return Promise.allSettled(stored.map(link))
  })
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true, true])
  expect([sent('take-own-marks'), sent('take-marks')]).toEqual([1, 2])
  await linkPending(organizationId)
  expect(await state()).toEqual(await oneByOne(events))
})

it('all are put off while another process keeps their repository', async () => {
  const events = chain(3)
  const { organizationId, repositories, record, state } = await organization()
  await inTransaction(db().people, never, async (holder) => {
    await holder.query('SELECT pg_advisory_xact_lock($1, $2)', [lockNamespace, repositories.api?.id])
    const answers = await Promise.all(events.map(record))
    expect(answers.map(({ linking }) => linking)).toEqual([true, true, true])
  })
  const marks = await db().prisma.pendingLink.findMany({ where: { organizationId } })
  expect(marks.map(({ attempts, created }) => [attempts, created])).toEqual([1, 2, 3].map(() => [1, true]))
  await linkPending(organizationId)
  expect(await state()).toEqual(await oneByOne(events))
})

const anyEvent: fc.Arbitrary<Event> = fc
  .tuple(
    fc.integer({ min: 1, max: length - 1 }),
    fc.option(fc.integer({ min: 0, max: length - 1 }), { nil: undefined }),
  )
  .chain(([commit, previous]) =>
    fc.record({
      commit: fc.constant(commit),
      previous: fc.constantFrom(previous, commit - 1),
      service: fc.constantFrom('api', 'api', 'web'),
      status: fc.constantFrom('success', 'success', 'success', 'failure', 'rolled_back'),
      minute: fc.integer({ min: 0, max: 200 }),
    }),
  )

it('any events that come at once come to the same as one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyEvent, { minLength: 4, maxLength: 16, selector: ({ minute }) => minute }),
      async (events) => {
        expect((await atOnce(events)).state).toEqual(await oneByOne(events))
      },
    ),
    { numRuns: 12 },
  )
})
