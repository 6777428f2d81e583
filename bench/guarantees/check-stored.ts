import { db } from '@/lib/db/db'
import { allLinked } from './all-linked'
import type { Load } from './load'
import type { Plan } from './plan-deployments'

type Stored = {
  externalId: string
  status: string
  decided: boolean
  commitCount: number | null
  links: number[]
  timeline: string[]
}

/** What is wrong, in words, one text for each fault. */
export type Faults = { lost: string[]; broken: string[] }

/**
 * Compares what was accepted with what is stored, once that is linked. Lost is an accepted event that is not in its timeline or without
 * effect; broken is what is stored in part, twice, or without having been posted.
 */
export async function checkStored({ organizationId, plans, attempts }: Load): Promise<Faults> {
  await allLinked(organizationId)
  const faults: Faults = { lost: [], broken: await findInconsistencies(organizationId) }
  const stored = await readStored(organizationId)
  const accepted = new Set(attempts.flatMap((attempt) => (attempt.accepted ? [attempt.event] : [])))
  for (const plan of plans) {
    const id = plan.events[0]?.deploymentId ?? ''
    const row = stored.get(id)
    const statuses = plan.events.flatMap((event) => (accepted.has(event) ? [event.status] : []))
    if (row) checkDeployment(plan, row, statuses, faults)
    else faults.lost.push(...statuses.map((status) => `${status} of ${id}: no deployment`))
    stored.delete(id)
  }
  for (const id of stored.keys()) faults.broken.push(`${id}: never posted`)
  return faults
}

function checkDeployment(plan: Plan, row: Stored, accepted: readonly string[], { lost, broken }: Faults): void {
  const { externalId, status, timeline } = row
  const posted = plan.events.map((event) => event.status)
  const latest = (statuses: readonly string[]) => posted.findLast((candidate) => statuses.includes(candidate))
  for (const one of accepted) if (!timeline.includes(one)) lost.push(`${one} of ${externalId}: not in the timeline`)
  if (status !== latest(timeline)) broken.push(`${externalId}: ${status}, by its timeline ${latest(timeline)}`)
  const ships = status === 'success' && plan.pullRequests.length > 0
  const shipped = ships ? plan.pullRequests : []
  if (String(row.links) !== String(shipped)) broken.push(`${externalId}: links ${row.links}, expected ${shipped}`)
  if (ships && !(row.decided && row.commitCount === shipped.length)) broken.push(`${externalId}: links, not decided`)
}

async function readStored(organizationId: number): Promise<Map<string, Stored>> {
  const { rows } = await db().people.query<Stored>(
    `SELECT external_id AS "externalId", status, repository_id IS NOT NULL AND resolved_sha IS NOT NULL AS decided,
       commit_count AS "commitCount",
       ARRAY(SELECT number FROM deployment_pull_requests l
         JOIN pull_requests p ON p.organization_id = l.organization_id AND p.id = l.pull_request_id
         WHERE l.organization_id = d.organization_id AND l.deployment_id = d.id ORDER BY number) AS links,
       ARRAY(SELECT e.status::text FROM deployment_events e
         WHERE e.organization_id = d.organization_id AND e.deployment_id = d.id) AS timeline
     FROM deployments d WHERE organization_id = $1`,
    [organizationId],
  )
  return new Map(rows.map((row) => [row.externalId, row]))
}

/** Records that do not fit each other, whatever was posted. */
async function findInconsistencies(organizationId: number): Promise<string[]> {
  const { rows } = await db().people.query<{ fault: string }>(
    `WITH earliest AS (
       SELECT DISTINCT ON (l.pull_request_id) l.pull_request_id, d.id AS deployment_id, d.completed_at
       FROM deployment_pull_requests l
       JOIN deployments d ON d.organization_id = l.organization_id AND d.id = l.deployment_id
       WHERE d.organization_id = $1 AND d.production AND d.status = 'success'
       ORDER BY l.pull_request_id, d.completed_at, d.id
     ), stored AS (SELECT * FROM deliveries WHERE organization_id = $1)
     SELECT 'event ' || id || ' without deployment' AS fault FROM deployment_events e
     WHERE organization_id = $1 AND NOT EXISTS (
       SELECT FROM deployments d WHERE d.organization_id = e.organization_id AND d.id = e.deployment_id)
     UNION ALL
     SELECT 'delivery of pull request ' || coalesce(e.pull_request_id, s.pull_request_id) || ' does not match its links'
     FROM earliest e FULL JOIN stored s USING (pull_request_id)
     WHERE (e.deployment_id, e.completed_at) IS DISTINCT FROM (s.deployment_id, s.delivered_at)
     UNION ALL
     SELECT 'no trial' FROM organizations WHERE id = $1 AND trial_started_at IS NULL`,
    [organizationId],
  )
  return rows.map(({ fault }) => fault)
}
