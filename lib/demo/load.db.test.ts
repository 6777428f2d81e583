import { expect, test } from 'vitest'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { linkDeployment } from '@/lib/deployments/linking/link-deployment'
import { createTenant } from '@/lib/testing/factories'
import { generateDemo } from './generate'
import { loadDemo } from './load'

const demo = generateDemo(new Date('2026-11-20T15:30:00Z'))
const dormant = demo.slice(-1)

async function newOrganizationId(): Promise<number> {
  return (await createTenant()).organization.id
}

/** Every deployment with all that linking decides, as text. */
function linkings(organizationId: number): Promise<{ id: bigint; ships: boolean; linking: string }[]> {
  return db().prisma.$queryRaw`
    SELECT d.id, d.production AND d.status IN ('success', 'rolled_back') AS ships,
      concat_ws(' ', d.external_id, d.repository_id, d.resolved_sha, d.generation, d.unlinked_reason, d.base_sha,
        d.base_deployment_id, d.commit_count, d.settled, (
        SELECT json_agg(json_build_array(c.sha, c.lead_time_seconds) ORDER BY c.sha)
        FROM deployment_commits c WHERE c.deployment_id = d.id), (
        SELECT json_agg(json_build_array(l.pull_request_id, l.method, l.lead_time_seconds)
          ORDER BY l.pull_request_id)
        FROM deployment_pull_requests l WHERE l.deployment_id = d.id)) AS linking
    FROM deployments d WHERE d.organization_id = ${organizationId} ORDER BY d.id`
}

test('what is loaded is linked in every way, as linking and the timelines say', async () => {
  const organizationId = await newOrganizationId()
  expect(await loadDemo(organizationId, demo)).toBe(true)
  const loaded = await linkings(organizationId)
  expect(loaded).toHaveLength(demo.flatMap(({ deployments }) => deployments).length)

  const methods = await db().prisma.deploymentPullRequest.groupBy({ by: ['method'], where: { organizationId } })
  expect(methods.map(({ method }) => method).sort()).toEqual([
    'head-commit',
    'inferred-range',
    'merge-commit',
    'range',
    'time-window',
  ])
  const reasons = await db().prisma.deployment.groupBy({ by: ['unlinkedReason'], where: { organizationId } })
  expect(reasons.map(({ unlinkedReason }) => unlinkedReason)).toEqual(
    expect.arrayContaining(['unknown commit', 'no pull request for commit', 'no pull request since previous commit']),
  )

  const sample = loaded.filter(({ ships }, index) => ships && index % 17 === 0)
  for (const { id } of sample) {
    const stored = await db().prisma.deployment.findFirstOrThrow({ where: { id } })
    await inTransaction(db().ingest, never, (client) =>
      linkDeployment(
        client,
        { organizationId, hasRepositories: true },
        { ...stored, id: Number(id), voided: false, created: false },
        'none',
      ),
    )
  }
  expect(await linkings(organizationId)).toEqual(loaded)

  const astray = await db().prisma.$queryRaw`
    SELECT d.external_id FROM deployments d
    CROSS JOIN LATERAL (
      SELECT * FROM deployment_events e WHERE e.deployment_id = d.id
      ORDER BY e.instant DESC, e.progress DESC, e.id DESC LIMIT 1
    ) latest
    WHERE d.organization_id = ${organizationId}
      AND (d.status, d.instant, d.progress, d.started_at, d.commit_sha)
        IS DISTINCT FROM (latest.status, latest.instant, latest.progress, latest.started_at, latest.commit_sha)`
  expect(astray).toEqual([])
})

test('a load ends with statistics of what linking found', async () => {
  await loadDemo(await newOrganizationId(), dormant)
  const { rows } = await db().people.query(
    "SELECT null_frac AS unknown FROM pg_stats WHERE tablename = 'deployments' AND attname = 'repository_id'",
  )
  expect(rows[0]?.unknown).toBeLessThan(1)
})

test('a second load adds nothing, and neither does a second one at the same time', async () => {
  const organizationId = await newOrganizationId()
  const loads = await Promise.all([loadDemo(organizationId, dormant), loadDemo(organizationId, dormant)])
  expect(loads.sort()).toEqual([false, true])
  expect(await loadDemo(organizationId, dormant)).toBe(false)
  expect(await linkings(organizationId)).toHaveLength(dormant[0]?.deployments.length ?? 0)
})

test('a load that breaks off leaves nothing behind', async () => {
  const organizationId = await newOrganizationId()
  await expect(loadDemo(organizationId, [...dormant, ...dormant])).rejects.toThrow()
  expect(await linkings(organizationId)).toEqual([])
  expect(await loadDemo(organizationId, dormant)).toBe(true)
})
