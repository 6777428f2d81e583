import { expect, it } from 'vitest'
import { db } from '@/lib/db'
import { findSender } from '@/lib/deployments/find-sender'
import { getDeployment } from '@/lib/deployments/get'
import { recordAndLink } from '@/lib/deployments/record'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { storeHostCommits } from '@/lib/hosts/store-commits'
import { storeHostPullRequests } from '@/lib/hosts/store-pull-requests'
import { noteLinkChanges } from '@/lib/linking/note-changes'
import { relinkLeftovers, relinkRepository } from '@/lib/linking/relink'
import { removeRepository } from '@/lib/repositories/remove'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createCommits, createHistory, createPullRequest, createRepository, deploymentBody, randomSha } from '@/lib/testing/factories'
import { inTransaction } from '@/lib/transaction'

const never = new AbortController().signal
const numbersOf = async (organizationId: number, id: string) =>
  (await getDeployment(organizationId, id)).pullRequests.map(({ number }) => number).sort((a, b) => a - b)

it('G: a fork that is removed', async () => {
  const { tenant, shas } = await tenantWithHistory(3)
  const fork = await createRepository(tenant.organization.id, 'bob/api-fork')
  await createCommits(fork, [{ sha: at(shas, 2), generation: 5 }])
  const { shown } = await deploy(tenant, { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
  expect(shown.reason).toBe('commit found in several repositories')
  await db().people.query(`UPDATE deployment_events SET received_at = received_at - interval '1 day' WHERE organization_id = $1`, [tenant.organization.id])
  await (await removeRepository(tenant.organization.id, null, fork.id, 'bob/api-fork')).relinked
  await relinkLeftovers()
  expect(await numbersOf(tenant.organization.id, shown.deploymentId)).toEqual([2, 3])
})

it('I: pushing to an open pull request links old deployments again', async () => {
  const { tenant, repository, shas } = await tenantWithHistory(30)
  for (let n = 1; n < 25; n += 1) await deploy(tenant, { service: 'api', commitSha: at(shas, n), completedAt: `2026-03-02T10:${10 + n}:00Z` })
  const key = { organizationId: tenant.organization.id, repositoryId: repository.id }
  const t = new Date('2026-03-01T12:00:00Z')
  const open = {
    number: 900, title: 'x', author: 'ada', baseBranch: 'main', state: 'open' as const, openedAt: t, closedAt: null, mergedAt: null,
    mergeCommitSha: null, headCommitSha: at(shas, 0), firstCommitSha: null, firstCommitAt: null,
    firstReviewAt: null, additions: null, deletions: null, paths: null, webUrl: 'https://x.example/9', updatedAt: t,
  }
  let visited = 0
  console.log((await db().people.query('SELECT id, service, status, generation, settled, production FROM deployments WHERE organization_id = $1 order by id', [tenant.organization.id])).rows.slice(0,6))
  await inTransaction(db().people, never, (client) => storeHostPullRequests(client, key, [open]))
  console.log((await db().people.query('SELECT l.*, c.generation FROM link_changes l left join commits c using (sha) WHERE l.repository_id = $1', [repository.id])).rows)
  await relinkRepository(tenant.organization.id, repository.id, () => { visited += 1 })
  expect(visited).toBe(0)
})

it('J: the cost of followers and of waiting pull requests', async () => {
  const { fillHistory } = await import('@/bench/history-data')
  const n = 300_000
  await fillHistory(n)
  const { people } = db()
  await people.query(`UPDATE deployments SET repository_id = (SELECT min(id) FROM repositories WHERE organization_id = 1), resolved_sha = commit_sha
    , generation = extract(epoch from started_at)::bigint, unlinked_reason = NULL
    WHERE organization_id = 1 AND production AND status IN ('success','rolled_back')`)
  await people.query('VACUUM ANALYZE deployments')
  const { lockFollowers, findInferredBase } = await import('@/lib/linking/stream')
  const { carryOver, carryForward } = await import('@/lib/linking/carry-over')
  const out: unknown[] = []
  const count = (await people.query(`SELECT status, count(*) FROM deployments WHERE organization_id = 1 AND repository_id IS NOT NULL GROUP BY 1`)).rows
  out.push(count)
  for (const [name, place] of [['newest', 0.999], ['middle', 0.5], ['oldest', 0.01]] as const) {
    const { rows } = await people.query(`SELECT d.id::float8, d.commit_sha AS "commitSha", d.previous_commit_sha AS "previousCommitSha", d.environment, d.service,
      d.status, d.production, false AS voided, d.started_at AS "startedAt", d.completed_at AS "completedAt", d.repository_id AS "repositoryId", d.resolved_sha AS "resolvedSha"
      FROM deployments d WHERE organization_id = 1 AND production AND status = 'success' AND service = 'svc-3' AND id > (SELECT max(id) FROM deployments) * $1::float8 ORDER BY id LIMIT 1`, [place])
    const d = rows[0]
    const client = await people.connect()
    const time = async (what: string, work: () => Promise<unknown>) => {
      const ms: number[] = []
      for (let k = 0; k < 4; k += 1) { const s = performance.now(); await work(); ms.push(Math.round(10 * (performance.now() - s)) / 10) }
      out.push([name, what, ms.join(' ')])
    }
    await client.query('BEGIN')
    await time('lockFollowers', () => lockFollowers(client, 1, d))
    await time('findInferredBase', () => findInferredBase(client, 1, d.repositoryId, d))
    await time('carryOver', () => carryOver(client, 1, d))
    await client.query('ROLLBACK')
    const captured: { text: string; values: unknown[] }[] = []
    const spy = { query: (q: never) => { captured.push(q); return client.query(q) } } as never
    await lockFollowers(spy, 1, d)
    await carryOver(spy, 1, d)
    for (const q of captured.slice(0, 2)) {
      const plan = (await client.query(`EXPLAIN (ANALYZE, COSTS OFF) ${q.text}`, q.values)).rows.map((r) => r['QUERY PLAN']).join('\n')
      out.push(name + '\n' + plan)
    }
    client.release()
  }
  ;(await import('node:fs')).writeFileSync('/tmp/review1/plans.txt', out.map((o) => typeof o === 'string' ? o : JSON.stringify(o)).join('\n\n'))
  void carryForward
}, 240_000)
void [createHistory, randomSha, findSender, recordAndLink, parseDeploymentEvent, storeHostCommits, deploymentBody]
