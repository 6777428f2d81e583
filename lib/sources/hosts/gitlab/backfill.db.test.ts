import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/db'
import { never } from '@/lib/db/transaction'
import { getDeployment } from '@/lib/deployments/get'
import { linkPending } from '@/lib/deployments/linking/relink'
import { HostError } from '@/lib/sources/hosts/model'
import { claimSync } from '@/lib/sources/hosts/sync/claim'
import { runSync, type SyncResult } from '@/lib/sources/hosts/sync/run'
import { deploy } from '@/lib/testing/deploy'
import { createRepository, createTenant, type Tenant } from '@/lib/testing/factories'
import { readSync } from '@/lib/testing/github-sync'
import { createGitlabHistory, type Ending, type GitlabHistory } from '@/lib/testing/gitlab-history'
import { type GitlabServer, startGitlabServer } from '@/lib/testing/gitlab-server'
import { gitlabReader } from './reader'

const endings: Ending[] = ['merge', 'fast-forward', 'squash', 'opened', 'squash and merge', 'merge', 'closed', 'squash']

let server: GitlabServer
let tenant: Tenant
let history: GitlabHistory
let repositoryId: number

beforeEach(async () => {
  server = await startGitlabServer('/gitlab')
  server.setPageSize(3)
  tenant = await createTenant()
  history = createGitlabHistory(
    endings.map((ending) => ({ commits: [['a.ts'], ['b.ts']], ending, behind: 1, reviewed: true })),
  )
  const fullName = 'acme/platform/api'
  const project = { id: 7, fullPath: fullName, defaultBranch: 'main', ...history }
  server.projects.push({ ...project, mergeRequestsEnabled: true, maxBatch: 20, tooLarge: new Set() })
  const { id } = await createRepository(tenant.organization.id, fullName)
  await db().prisma.repository.updateMany({ where: { id }, data: { hostId: '7' } })
  repositoryId = id
})

afterEach(async () => {
  await server.stop()
  history.repository.remove()
})

async function sync(): Promise<SyncResult> {
  const claim = await claimSync(tenant.organization.id, repositoryId)
  const result = await runSync(claim, async () => gitlabReader(server, { secondMs: 1 }), never)
  await linkPending(tenant.organization.id)
  return result
}

async function storedCommits(): Promise<string[]> {
  const rows = await db().prisma.commit.findMany({ where: { repositoryId } })
  return rows.map(({ sha, parents }) => [sha, ...parents].join(' ')).sort()
}

async function storedMergeRequests() {
  const rows = await db().prisma.pullRequest.findMany({ where: { repositoryId }, orderBy: { number: 'asc' } })
  return rows.map(({ number, firstCommitSha, mergeCommitSha, paths }) => ({
    iid: number,
    first: firstCommitSha,
    landing: mergeCommitSha,
    paths,
  }))
}

function commitsOfGit(): string[] {
  return history.repository
    .git('log', '--format=%H %P', 'main')
    .split('\n')
    .map((line) => line.trim())
    .sort()
}

test('a project is stored as git says, and what was deployed before is linked', async () => {
  const [root, tip] = ['main^{/Commit 1$}', 'main'].map((name) => history.repository.git('rev-parse', name))
  const early = await deploy(tenant, { service: 'acme/platform/api', commitSha: tip, previousCommitSha: root })
  expect(early.numbers).toEqual([])
  await sync()
  expect(await storedCommits()).toEqual(commitsOfGit())
  expect(await storedMergeRequests()).toEqual(history.truths)
  const merged = history.truths.filter(({ landing }) => landing !== null).map(({ iid }) => iid)
  const { pullRequests } = await getDeployment(tenant.organization.id, early.shown.deploymentId)
  expect(pullRequests.map(({ number }) => number).sort((a, b) => a - b)).toEqual(merged)
  expect(await sync()).toEqual({ commits: 0, pullRequests: 0 })
})

test('a backfill that rate limits interrupt goes on where it stopped', async () => {
  let requests = 0
  server.onRequest(() => {
    requests += 1
    if ([4, 11, 19, 28, 36].includes(requests)) server.faults.push({ status: 429, headers: { 'Retry-After': '600' } })
    if (requests % 3 === 0) server.faults.push('truncated')
  })
  let interruptions = 0
  while ((await readSync(tenant.organization.id, repositoryId))?.state !== 'done') {
    await sync().catch((error: unknown) => {
      if (!(error instanceof HostError && error.kind === 'later')) throw error
      interruptions += 1
    })
  }
  expect(interruptions).toBeGreaterThan(1)
  expect(await storedCommits()).toEqual(commitsOfGit())
  expect(await storedMergeRequests()).toEqual(history.truths)
})

test('only what changed since is read again', async () => {
  await sync()
  const [first] = server.projects[0]?.mergeRequests ?? []
  if (first) Object.assign(first, { title: 'Another title', updatedAt: new Date('2026-02-01T00:00:00Z') })
  expect(await sync()).toEqual({ commits: 0, pullRequests: 1 })
})
