import { expect, it, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { findSender } from '@/lib/accounts/sender'
import { db } from '@/lib/db/db'
import { inTransaction, type Queryable } from '@/lib/db/transaction'
import { getDeployment } from '@/lib/deployments/get'
import { linkStored } from '@/lib/deployments/linking/link-stored'
import { requestLink } from '@/lib/deployments/linking/linker'
import { createdDeployment } from '@/lib/deployments/linking/look-ahead'
import { markServices } from '@/lib/deployments/linking/mark-services'
import { linkDue, msUntilDue } from '@/lib/deployments/linking/relink'
import { findCreated } from '@/lib/deployments/linking/settle-unlinked'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { storeEvent } from '@/lib/deployments/store-event'
import { removeRepository } from '@/lib/sources/repositories/remove'
import { at, deploy, linkAllDue, tenantWithHistory } from '@/lib/testing/deploy'
import { createTenant, deploymentBody, randomSha } from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'

const never = new AbortController().signal

/** A service of which pull request 2 touches nothing, and what says where it lives and marks its deployments. */
async function service() {
  const { tenant, repository, shas } = await tenantWithHistory(3, 'acme/api')
  const { id: repositoryId, organizationId } = repository
  const setFiles = (number: number, paths: string[]) =>
    db().prisma.pullRequest.updateMany({ where: { repositoryId, number }, data: { paths, pathsKnown: true } })
  await setFiles(2, ['docs/index.md'])
  await setFiles(3, ['api/index.ts'])
  const event = { service: 'api', commitSha: at(shas, 2), previousCommitSha: at(shas, 0) }
  const setPaths = async (client: Queryable) => {
    await client.query(
      `INSERT INTO service_paths (organization_id, repository_id, name_key, globs) VALUES ($1, $2, 'api', $3)`,
      [organizationId, repositoryId, ['api/**']],
    )
    await markServices(client, organizationId, ['api'])
  }
  const markCount = () => db().prisma.pendingLink.count({ where: { organizationId } })
  const numbersOf = async (id: string) =>
    (await getDeployment(organizationId, id)).pullRequests.map(({ number }) => number).sort((a, b) => a - b)
  return { tenant, repository, organizationId, event, setPaths, markCount, numbersOf }
}

it('a deployment that is marked again and again has one mark', async () => {
  const { tenant, organizationId, event, markCount } = await service()
  for (let n = 0; n < 3; n += 1) await deploy(tenant, event)
  for (let n = 0; n < 4; n += 1) await markServices(db().people, organizationId, ['api'])
  expect(await markCount()).toBe(3)
})

it('a mark that is being taken off does not stand for a new one', async () => {
  const { tenant, organizationId, event, setPaths, markCount, numbersOf } = await service()
  const { shown } = await deploy(tenant, event)
  await markServices(db().people, organizationId, ['api'])
  await inTransaction(db().linking, never, async (client) => {
    await linkStored(client, { organizationId, id: shown.id })
    await inTransaction(db().people, never, setPaths)
  })
  expect(await markCount()).toBe(1)
  await linkAllDue()
  expect(await numbersOf(shown.deploymentId)).toEqual([3])
})

it('a mark that stands for another is taken off only when the change behind it can be seen', async () => {
  const { tenant, organizationId, event, setPaths, markCount, numbersOf } = await service()
  const { shown } = await deploy(tenant, event)
  await markServices(db().people, organizationId, ['api'])
  const { linked } = await inTransaction(db().people, never, async (client) => {
    await setPaths(client)
    const linked = inTransaction(db().people, never, (other) => linkStored(other, { organizationId, id: shown.id }))
    await lockWaits(1)
    return { linked }
  })
  await linked
  expect(await numbersOf(shown.deploymentId)).toEqual([3])
  expect(await markCount()).toBe(0)
})

it('a mark that stands for another is followed by what is true after the change', async () => {
  const { tenant, organizationId, repository } = await service()
  const { shown } = await deploy(tenant, { service: 'api', commitSha: randomSha() })
  await markServices(db().people, organizationId, ['api'])
  const { removed, linked } = await inTransaction(db().linking, never, async (holder) => {
    await holder.query('LOCK TABLE audit_entries IN EXCLUSIVE MODE')
    const removed = removeRepository(operatorOf(organizationId), repository.id, 'acme/api')
    await lockWaits(1)
    const linked = inTransaction(db().people, never, (other) => linkStored(other, { organizationId, id: shown.id }))
    await lockWaits(2)
    return { removed, linked }
  })
  await linked
  await (await removed).relinked
  expect((await getDeployment(organizationId, shown.deploymentId)).reason).toBe('no repository imported')
})

it('the mark that a deployment came with does not stand for another: its commits may have been looked up', async () => {
  const { organizationId, event, setPaths, numbersOf } = await service()
  const sender = await findSender(organizationId)
  const parsed = parseDeploymentEvent(deploymentBody(event), new Date())
  const stored = await inTransaction(db().ingest, never, (client) => storeEvent(client, sender, parsed))
  const [found = null] = await findCreated(db().people, sender, [stored])
  await inTransaction(db().people, never, setPaths)
  await requestLink({ organizationId, id: stored.id, created: createdDeployment(stored, found) })
  expect(await numbersOf(parsed.deploymentId)).toEqual([3])
})

type Node = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Node[] }

/** Rows of the marks that a plan read. */
function marksRead(node: Node): number {
  const own = node['Relation Name'] === 'pending_links' ? node['Actual Rows'] * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, plan) => sum + marksRead(plan), own)
}

it('what is due is found without reading all that is marked', async () => {
  const tenants = [await service(), await service()]
  for (const { tenant, organizationId, event } of tenants) {
    const { shown } = await deploy(tenant, event)
    await db().people.query(
      'INSERT INTO pending_links (deployment_id, organization_id) SELECT $1, $2 FROM generate_series(1, 5000)',
      [shown.id, organizationId],
    )
  }
  await db().people.query('VACUUM ANALYZE pending_links')
  const queries: [string, unknown[]?][] = []
  const query = vi.spyOn(db().people, 'query')
  expect(await linkDue(AbortSignal.abort())).toBe(true)
  expect(await msUntilDue()).toBe(100)
  queries.push(...(query.mock.calls as unknown as typeof queries))
  query.mockRestore()
  let read = 0
  for (const [text, values] of queries) {
    const { rows } = await db().people.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
    read += marksRead(rows[0]['QUERY PLAN'][0].Plan)
  }
  expect(read).toBeLessThan(5_000)
})

/** How often a plan looks into the marks. */
function looksAtMarks(node: Node): number {
  const own = node['Relation Name'] === 'pending_links' ? node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, plan) => sum + looksAtMarks(plan), own)
}

it('many deployments are marked without a look at the marks for each of them', async () => {
  const { tenant, organizationId, event } = await service()
  for (let n = 0; n < 40; n += 1) await deploy(tenant, event)
  await db().people.query('DELETE FROM pending_links')
  await db().people.query('VACUUM pending_links')
  await inTransaction(db().people, never, async (client) => {
    const query = vi.spyOn(client, 'query')
    await markServices(client, organizationId, ['api'])
    const [text, values] = query.mock.calls.at(-1) as unknown as [string, unknown[]]
    query.mockRestore()
    await client.query('DELETE FROM pending_links')
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
    expect(looksAtMarks(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(10)
  })
})

/** Rows that the steps of a plan looked at, also those that they left out. */
function rowsRead(node: Node & { 'Rows Removed by Join Filter'?: number }): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Join Filter'] ?? 0)) * node['Actual Loops']
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsRead(plan), own)
}

it('of thousands that are marked already none is compared with all others, whatever the planner thinks there are', async () => {
  const { organization } = await createTenant()
  const count = 3_000
  await db().people.query('VACUUM ANALYZE deployments, pending_links')
  await db().people.query(
    `INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, service,
       started_at, completed_at, instant, progress)
     SELECT $1, n::text, 'abcdef', 'production', true, 'success', 'api', now(), now(), now(), 2
     FROM generate_series(1, $2::int) n`,
    [organization.id, count],
  )
  await markServices(db().people, organization.id, ['api'])
  await inTransaction(db().people, never, async (client) => {
    const query = vi.spyOn(client, 'query')
    await markServices(client, organization.id, ['api'])
    const [text, values] = query.mock.calls.at(-1) as unknown as [string, unknown[]]
    query.mockRestore()
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
    expect(rowsRead(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(50 * count)
  })
  await db().people.query('DELETE FROM pending_links WHERE organization_id = $1', [organization.id])
})
