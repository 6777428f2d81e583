import { randomUUID } from 'node:crypto'
import type { Sender } from '@/lib/accounts/sender'
import { databaseBudget } from '@/lib/db/database-budget'
import { db } from '@/lib/db/db'
import type { Queryable } from '@/lib/db/transaction'
import type { Random } from '@/lib/demo/random'
import { loadRange } from '@/lib/deployments/commits/load'
import { type Recorded, recordDeployment } from '@/lib/deployments/record'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { runGit } from '@/lib/sources/git-import/run-git'
import { oldBranchAt, oldBranchSubject } from './range-history'

/** An imported history: its clone, and the commits of its default branch, oldest first. */
export type Imported = {
  organizationId: number
  repositoryId: number
  sender: Sender
  path: string
  mainline: readonly MainlineCommit[]
}

export type MainlineCommit = { sha: string; committedAt: Date; subject: string }

/** What one range cost. Times are in milliseconds; those of git are those of a whole process. */
export type Sample = {
  commits: number
  pullRequests: number
  rows: number
  roundTrips: number
  rangeMs: number
  /** Reading so few commits at random places, one by one in one statement: what a range is held against. */
  fewRowsMs: number
  linkMs: number
  inferredMs: number
  gitStartMs: number
  gitMs: number
  gitWithGraphMs: number
}

type Ends = { base: MainlineCommit; head: MainlineCommit }

/** Two commits of the default branch, `steps` apart, at a random place. */
export function pickEnds({ mainline }: Imported, steps: number, random: Random): Ends {
  const index = random.whole(steps, Math.floor(oldBranchAt * mainline.length) - steps)
  const [base, head] = [mainline[index - steps], mainline[index]]
  if (!base || !head) throw new RangeError(`The default branch has no ${steps} commits`)
  return { base, head }
}

/** Measures a range in every way. `services` are two names of the repository that have no deployment yet. */
export async function measureRange(history: Imported, ends: Ends, services: [string, string]): Promise<Sample> {
  const { path, sender } = history
  const { base, head } = ends
  const range = ['rev-list', '--count', `${base.sha}..${head.sha}`]
  const gitStart = await timed(() => runGit(path, ['rev-parse', 'main']))
  const git = await timed(() => runGit(path, ['-c', 'core.commitGraph=false', ...range]))
  const withGraph = await timed(() => runGit(path, ['-c', 'core.commitGraph=true', ...range]))
  const { client, read } = countingClient()
  const ranged = await timed(() =>
    loadRange(client, { ...history, head: head.sha, base: base.sha, maxCommits: 50_000 }),
  )
  const few = await timed(() => readFew(history, head))
  const linked = await timed(() => deploy(sender, services[0], head, base.sha))
  await deploy(sender, services[1], base)
  const inferred = await timed(() => deploy(sender, services[1], head))
  const counts = [Number(git.result), Number(withGraph.result), ranged.result.commits.length]
  if (new Set(counts).size > 1) throw new Error(`The range has ${counts.join(', ')} commits`)
  if (linked.result.linkedPRs !== inferred.result.linkedPRs)
    throw new Error('The two ways link different pull requests')
  return {
    commits: ranged.result.commits.length,
    pullRequests: linked.result.linkedPRs,
    ...read,
    rangeMs: ranged.ms,
    fewRowsMs: few.ms,
    linkMs: linked.ms,
    inferredMs: inferred.ms,
    gitStartMs: gitStart.ms,
    gitMs: git.ms,
    gitWithGraphMs: withGraph.ms,
  }
}

export const fewRows = 300

/** Reads commits by their SHA that lie apart, from `head` backwards. */
async function readFew({ organizationId, repositoryId, mainline }: Imported, head: MainlineCommit): Promise<void> {
  const last = mainline.indexOf(head)
  const step = Math.max(1, Math.floor(mainline.length / fewRows))
  const shas = Array.from({ length: fewRows }, (_, n) => mainline.at((last - n * step) % mainline.length)?.sha)
  const { rows } = await db().ingest.query({
    name: 'read-few-commits',
    text: `SELECT sha, parents, generation FROM unnest($3::text[]) AS sought(sha) JOIN commits USING (sha)
      WHERE organization_id = $1 AND repository_id = $2`,
    values: [organizationId, repositoryId, shas],
  })
  if (rows.length !== fewRows) throw new Error(`${rows.length} of ${fewRows} commits were found`)
}

/** What a range costs that merges a branch from the first commit, in words. */
export async function measureOldBranch(history: Imported): Promise<string> {
  const index = history.mainline.findIndex(({ subject }) => subject === oldBranchSubject)
  const [base, head] = [history.mainline[index - 1], history.mainline[index]]
  if (!base || !head) throw new Error('The history has no old branch')
  const ends = { base: base.sha, head: head.sha }
  const { client, read } = countingClient()
  const { result, ms } = await timed(() => loadRange(client, { ...history, ...ends, maxCommits: 50_000 }))
  const git = await timed(() => runGit(history.path, ['rev-list', '--count', `${base.sha}..${head.sha}`]))
  const outcome = result.complete ? `${result.commits.length} commits` : result.reason
  return `${outcome}, ${read.rows} rows in ${ms.toFixed(0)} ms; git with commit-graph: ${git.result} commits in ${git.ms.toFixed(0)} ms`
}

/** Records a production success of a commit, completed an hour after it. */
export function deploy(
  sender: Sender,
  service: string,
  { sha, committedAt }: MainlineCommit,
  previousCommitSha: string | null = null,
): Promise<Recorded> {
  const at = new Date(committedAt.getTime() + 3_600_000).toISOString()
  const body = { deploymentId: randomUUID(), commitSha: sha, environment: 'production', status: 'success', service }
  const event = parseDeploymentEvent({ ...body, startedAt: at, completedAt: at, previousCommitSha }, new Date())
  return recordDeployment(sender, event, databaseBudget(600_000))
}

/** How long something takes. */
export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const began = performance.now()
  const result = await work()
  return { result, ms: performance.now() - began }
}

/** The database, with a count of what is read from it. */
function countingClient() {
  const read = { rows: 0, roundTrips: 0 }
  const query = async (config: { text: string }) => {
    const result = await db().ingest.query(config)
    read.rows += result.rows.length
    read.roundTrips += 1
    return result
  }
  return { client: { query } as unknown as Queryable, read }
}
