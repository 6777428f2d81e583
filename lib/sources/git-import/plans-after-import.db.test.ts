import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSender } from '@/lib/accounts/sender'
import { databaseBudget } from '@/lib/db/database-budget'
import { db } from '@/lib/db/db'
import { linkedTables, refreshStatistics } from '@/lib/db/refresh-statistics'
import { recordDeployment } from '@/lib/deployments/record'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { logPlans } from '@/lib/testing/log-plans'
import { importGit } from './import-git'
import { createTestRepository, type TestRepository } from './test-repository'

let repository: TestRepository

beforeEach(() => {
  repository = createTestRepository()
})

afterEach(() => repository.remove())

/** Every commit but the first merges a pull request. */
function history(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const id = from + index
    return { id, parents: id > 1 ? [id - 1] : [], message: `Change (#${id})` }
  })
}

const length = 6_000
const events = 20

/** A walk begins with 256 commits; a range of ten, its pull requests and the deployments around it are fewer. */
const maxRows = 600

const filled = ['commits', 'pull_requests', 'deployments', 'deployment_pull_requests']

/** Earlier deployments to production, as a backfill stores them. */
async function fillDeployments(organizationId: number): Promise<void> {
  await db().prisma.$executeRaw`
    INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
      completed_at, service, instant, progress, repository_id, resolved_sha)
    SELECT r.organization_id, 'earlier-' || c.sha, c.sha, 'production', true, 'success', c.committed_at, c.committed_at,
      'api', c.committed_at, 2, r.id, c.sha
    FROM repositories r JOIN commits c ON c.repository_id = r.id WHERE r.organization_id = ${organizationId}`
  await db().prisma.$executeRaw`
    INSERT INTO deployment_pull_requests (organization_id, deployment_id, pull_request_id, method, lead_time_seconds)
    SELECT d.organization_id, d.id, p.id, 'range', 60
    FROM deployments d JOIN pull_requests p ON p.repository_id = d.repository_id AND p.merge_commit_sha = d.resolved_sha
    WHERE d.organization_id = ${organizationId} AND d.external_id LIKE 'earlier-%'`
}

test('events that link right after an import read what their range holds, with the plans of an empty database', async () => {
  const { organization } = await createTenant()
  const read = logPlans([db().ingest, db().linking])
  const run = () => importGit({ organizationId: organization.id, repository: 'api', path: repository.path })
  let posted = 0
  const post = async (commit: number, fields: Record<string, unknown> = {}) => {
    posted += 1
    const at = new Date(1_770_000_000_000 + posted * 60_000).toISOString()
    const body = { service: 'api', commitSha: repository.sha(commit), startedAt: at, completedAt: at, ...fields }
    const event = parseDeploymentEvent(deploymentBody(body), new Date())
    return recordDeployment(await findSender(organization.id), event, databaseBudget(60_000))
  }
  // Statistics are those of the import: autovacuum comes later.
  for (const table of filled) await db().people.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`)
  repository.write(history(1, 30), { 'refs/heads/main': 30 })
  await run()
  for (let commit = 2; commit <= 20; commit += 1) {
    await post(commit, { previousCommitSha: repository.sha(commit - 1) })
    await post(commit)
  }

  repository.write(history(31, length), { 'refs/heads/main': length })
  await run()
  await fillDeployments(organization.id)
  await refreshStatistics(db().people, linkedTables)
  read.length = 0
  for (let index = 0; index < events; index += 1) {
    const commit = 3_000 + index * 10
    const fields = index % 2 === 0 ? { previousCommitSha: repository.sha(commit - 10) } : {}
    expect((await post(commit, fields)).linkedPRs).toBeGreaterThan(0)
  }
  expect(read.filter(({ table }) => table === 'commits').length).toBeGreaterThan(events)
  expect(read.filter(({ node, table }) => node === 'Seq Scan' && filled.includes(table))).toEqual([])
  expect(read.filter(({ rows }) => rows > maxRows)).toEqual([])
})
