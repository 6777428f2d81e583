import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { type Read, reading } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { createPullRequest, createRepository, createTenant } from '@/lib/testing/factories'
import { loadShippedBy, maxShipped } from './load-shipped-by'

type Node = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Node[] }

/** Rows of the links of pull requests that a plan read. */
function linksRead(node: Node): number {
  const own = node['Relation Name'] === 'deployment_pull_requests' ? node['Actual Rows'] * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, plan) => sum + linksRead(plan), own)
}

/** A pull request that more deployments shipped than are shown, the last of them first. */
async function oftenDeployed() {
  const { organization } = await createTenant()
  const repository = await createRepository(organization.id, 'acme/api')
  const id = await createPullRequest(repository, { number: 7 })
  await db().people.query(
    `WITH shipped AS (
       INSERT INTO deployments (organization_id, repository_id, external_id, commit_sha, environment, production, status,
         started_at, completed_at, instant, progress)
       SELECT $1, $2, 'run-' || n, 'abcdef', 'production', true, 'success', at, at, at, 2
       FROM generate_series(1, $4::int) n, LATERAL (SELECT timestamptz '2026-06-01' - n * interval '1 minute' AS at) t
       RETURNING id, completed_at
     )
     INSERT INTO deployment_pull_requests (organization_id, deployment_id, pull_request_id, method, lead_time_seconds)
     SELECT $1, id, $3, 'merge-commit', extract(epoch FROM completed_at - '2026-03-01T12:00:00Z') FROM shipped`,
    [organization.id, repository.id, id, 3 * maxShipped],
  )
  await db().people.query('ANALYZE deployments, deployment_pull_requests')
  return { organizationId: organization.id, id }
}

it('reads no more links of a pull request than it returns, the first ones', async () => {
  const { organizationId, id } = await oftenDeployed()
  let read = 0
  const shippedBy = await reading((run) => {
    const explained: Read = async (query) => {
      const [plan] = await run<{ 'QUERY PLAN': { Plan: Node }[] }>(Prisma.sql`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`)
      for (const { Plan } of plan?.['QUERY PLAN'] ?? []) read += linksRead(Plan)
      return run(query)
    }
    return loadShippedBy(explained, organizationId, id)
  })
  const first = Array.from({ length: maxShipped }, (_, index) => `run-${3 * maxShipped - index}`)
  expect(shippedBy.map(({ deploymentId }) => deploymentId)).toEqual(first)
  expect(read).toBe(maxShipped)
})
