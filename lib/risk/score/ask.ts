import { AppError } from '@/lib/core/errors'
import { type Read, reading } from '@/lib/db/reading'
import type { Queryable } from '@/lib/db/transaction'
import { findRepository } from '@/lib/deployments/linking/find-repository'
import type { PathBudget } from '@/lib/deployments/linking/find-touching'
import { findCommitsOf } from '@/lib/deployments/linking/resolve-commit'
import type { KnownCommit } from '@/lib/deployments/linking/rules'
import { usableSha } from '@/lib/deployments/schema'
import { Prisma } from '@/lib/generated/prisma/client'
import { findService, type ServiceDetails } from '@/lib/insights/services/find'
import { type Content, unknownContent } from './case'
import { judge, loadServiceHistory } from './judge'
import { contentsOf, loadContents } from './load/contents'
import type { StoredDeployment } from './load/deployments'
import { findChanges } from './load/pull-requests'
import { liveAt, placeAll } from './load-cases'
import type { Reason } from './reasons'
import { findModel, type StoredModel } from './store'
import { whyNoScore } from './words'

/** What someone wants to deploy: commits up to `headSha`, from `baseSha` or what is live, or some pull requests. */
export type RiskQuestion = {
  service: string
  headSha?: string | undefined
  baseSha?: string | undefined
  pullRequests?: readonly number[] | undefined
  /** Of the pull requests; that of the service unless given. */
  repository?: string | undefined
}

export type RiskAnswer = {
  service: string
  model: StoredModel | null
  /** Null where there is none; `why` says why. */
  score: number | null
  why: string | null
  warns: boolean
  reasons: Reason[]
  /** What would be deployed, as far as it is known. */
  content: Content
}

/** So many pull requests may be named. */
export const maxPullRequests = 100

type Asker = { id: number; timeZone: string }

/**
 * The risk of deploying something to production now. Throws `not_found` for a service, commit, repository or pull
 * request that the organization does not have, and `invalid`.
 */
export async function askRisk({ id, timeZone }: Asker, question: RiskQuestion, now: Date): Promise<RiskAnswer> {
  if (question.pullRequests && (question.headSha ?? question.baseSha) !== undefined) {
    throw new AppError('invalid', 'Name either commits or pullRequests')
  }
  const service = await findService(id, question.service)
  const at = now.getTime()
  const history = await loadServiceHistory(id, service.key, at)
  const content = question.pullRequests
    ? await contentOfPullRequests(id, service, question, at)
    : await contentOfCommits(id, service, question, liveAt(history, at), at)
  const model = await findModel(id)
  const why = whyNoScore(model)
  const none = { service: service.name, model, score: null, why, warns: false, reasons: [], content }
  if (!model || why !== null) return none
  const { score, reasons } = judge(model, timeZone, { serviceKey: service.key, at, content }, history)
  return { ...none, score, reasons, warns: score >= model.mark }
}

async function contentOfCommits(
  organizationId: number,
  { name }: ServiceDetails,
  { headSha, baseSha }: RiskQuestion,
  live: StoredDeployment | null,
  at: number,
): Promise<Content> {
  const [head, base] = [usableSha(headSha ?? null), usableSha(baseSha ?? null)]
  if (head === null)
    throw new AppError('invalid', 'headSha must be the commit to deploy, or pullRequests their numbers')
  if (baseSha !== undefined && base === null) throw new AppError('invalid', 'baseSha must be a commit')
  const found = await reading((_, { client }) =>
    findCommitsOf(client, organizationId, name, base === null ? [head] : [head, base]),
  )
  const commitOf = (sha: string): KnownCommit => {
    const commit = found.commits.get(sha)
    if (!commit) throw new AppError('not_found', `Commit ${sha} is not known in one repository of this service`)
    return commit
  }
  const to = commitOf(head)
  const from = base === null ? await commitOfLive(organizationId, live) : commitOf(base)
  if (!from || from.repositoryId !== to.repositoryId) return unknownContent
  const range = { id: 0, at, head: to, base: from, globs: found.globs.get(to.repositoryId) ?? null }
  return (await loadContents(organizationId, [range])).get(0) ?? unknownContent
}

async function commitOfLive(organizationId: number, live: StoredDeployment | null): Promise<KnownCommit | null> {
  if (!live) return null
  return (await placeAll(organizationId, [live])).get(live.id)?.commit ?? null
}

async function contentOfPullRequests(
  organizationId: number,
  { repository: own, globs }: ServiceDetails,
  { pullRequests = [], repository }: RiskQuestion,
  at: number,
): Promise<Content> {
  const name = repository ?? own
  if (name === null) throw new AppError('invalid', 'repository must name where the pull requests are')
  return reading(async (read, { client }) => {
    const { id: repositoryId } = await findRepository(read, organizationId, name)
    const ids = await findIds(read, organizationId, repositoryId, pullRequests)
    return contentOfIds(client, { organizationId, repositoryId }, ids, globs, at)
  })
}

/** What some pull requests of a repository bring to a service that owns `globs` of it; `budget` is of characters of paths. */
export async function contentOfIds(
  client: Queryable,
  repository: { organizationId: number; repositoryId: number },
  ids: readonly number[],
  globs: readonly string[] | null,
  at: number,
  budget?: PathBudget,
): Promise<Content> {
  const changes = await findChanges(client, repository, ids)
  const brought = [{ range: { id: 0, at, globs }, changes, commits: null }]
  return (await contentsOf(client, repository, brought, budget)).get(0) ?? unknownContent
}

async function findIds(
  read: Read,
  organizationId: number,
  repositoryId: number,
  numbers: readonly number[],
): Promise<number[]> {
  const rows = await read<{ id: number; number: number }>(Prisma.sql`
    SELECT id, number FROM pull_requests
    WHERE organization_id = ${organizationId} AND repository_id = ${repositoryId} AND number = ANY (${[...numbers]}::int[])`)
  const known = new Set(rows.map(({ number }) => number))
  const unknown = numbers.find((number) => !known.has(number))
  if (unknown !== undefined) throw new AppError('not_found', `There is no pull request ${unknown} in that repository`)
  return rows.map(({ id }) => id)
}
