import { groupBy } from '@/lib/core/listed'
import { createPauses } from '@/lib/core/pauses'
import { reading } from '@/lib/db/reading'
import type { Queryable } from '@/lib/db/transaction'
import type { CommitNode } from '@/lib/deployments/commits/frontier'
import { findByCommit, findInTimeWindow } from '@/lib/deployments/linking/find-pull-requests'
import type { PathBudget } from '@/lib/deployments/linking/find-touching'
import type { KnownCommit } from '@/lib/deployments/linking/rules'
import { type Content, unknownContent } from '../case'
import { addUpFiles, maxFilesOfAll } from './files'
import { loadRanges } from './graph'
import { createMergedChanges, type MergedChanges } from './merged-changes'
import { type Change, loadFiles, loadFirstMerges } from './pull-requests'

/** What would be deployed: the commits from what is live up to one, of a service that owns `globs` of its repository. */
export type Range = {
  id: number
  /** What was merged later is not in it. */
  at: number
  head: KnownCommit
  base: KnownCommit
  globs: readonly string[] | null
}

/** So many characters of paths are read for all ranges together. */
const maxPathCharacters = 16_000_000
/** So long they are read of one repository: what is not read by then is unknown. */
const maxMs = 60_000
/** More pull requests of one range are not looked at. */
const maxChanges = 1_000
/** So many are held for all ranges together: those that overlap share them. */
const maxChangesOfAll = 100_000

/** What each range brings, by its id. What is not known of it, or too much, is null. */
export async function loadContents(organizationId: number, ranges: readonly Range[]): Promise<Map<number, Content>> {
  const contents = new Map<number, Content>()
  const budget = { paths: { left: maxPathCharacters }, changes: { left: maxChangesOfAll } }
  for (const [repositoryId, own] of groupBy(ranges, ({ head }) => head.repositoryId)) {
    const repository = { organizationId, repositoryId }
    const found = await reading((_, { client }) => loadOfRepository(client, repository, own, budget))
    for (const [id, content] of found) contents.set(id, content)
  }
  return contents
}

type Repository = { organizationId: number; repositoryId: number }

/** What a range brings; `commits` is null for a part of a repository, and where ancestry is not known. */
type Brought = { range: Pick<Range, 'id' | 'at' | 'globs'>; changes: Change[]; commits: number | null }

async function loadOfRepository(
  client: Queryable,
  repository: Repository,
  ranges: readonly Range[],
  budget: { paths: PathBudget; changes: { left: number } },
): Promise<Map<number, Content>> {
  const known = ranges.filter(
    ({ head, base }) => head.inGraph && base.inGraph && base.repositoryId === head.repositoryId,
  )
  const ends = known.map(({ id, head, base }) => ({ id, head: head.sha, base: base.sha }))
  const commits = await loadRanges(client, repository.organizationId, repository.repositoryId, ends)
  const merged = createMergedChanges(client, repository, budget.changes)
  const brought = await byAncestry(known, commits, merged)
  const end = performance.now() + maxMs
  for (const range of ranges) {
    if (performance.now() > end) break
    if (commits.has(range.id) || known.includes(range)) continue
    const changes = await byDate(client, repository, range, merged)
    if (changes) brought.push({ range, changes, commits: null })
  }
  return contentsOf(client, repository, brought, budget.paths)
}

async function byAncestry(
  ranges: readonly Range[],
  commits: ReadonlyMap<number, CommitNode[]>,
  merged: MergedChanges,
): Promise<Brought[]> {
  const pause = createPauses()
  const shas = new Set<string>()
  // The latest first, as long as there is room.
  for (const { id } of [...ranges].reverse()) {
    for (const { sha } of commits.get(id) ?? []) shas.add(sha)
    await pause()
  }
  await merged.read([...shas])
  const brought: Brought[] = []
  for (const range of ranges) {
    const nodes = commits.get(range.id)
    const changes = nodes && merged.of(nodes)
    if (!changes) continue
    const own = nodes.filter(({ parents }) => parents.length < 2).length
    brought.push({ range, changes: changesBefore(changes, range.at), commits: range.globs ? null : own })
    await pause()
  }
  return brought
}

function changesBefore(changes: readonly Change[], at: number): Change[] {
  return changes.filter(({ mergedAt }) => mergedAt === null || mergedAt.getTime() <= at).slice(0, maxChanges)
}

/** The pull requests merged between the two commits, where each is that of one; null where that is not known. */
async function byDate(
  client: Queryable,
  repository: Repository,
  range: Range,
  merged: MergedChanges,
): Promise<Change[] | null> {
  const { head, base, at } = range
  if (head.sha === base.sha) return []
  const current = await findByCommit(client, repository, head.sha, 20)
  const previous = await findByCommit(client, repository, base.sha, 20)
  const mergedBy = (merged: typeof current) => merged.filter(({ mergedAt }) => mergedAt && mergedAt.getTime() <= at)
  const window = await findInTimeWindow(client, repository, mergedBy(current), mergedBy(previous), maxChanges)
  if (!window) return null
  const changes = await merged.byIds(window.map(({ id }) => id))
  return changes && changesBefore(changes, at)
}

/** What pull requests come to. */
export async function contentsOf(
  client: Queryable,
  repository: Repository,
  brought: readonly Brought[],
  budget: PathBudget = { left: maxPathCharacters },
): Promise<Map<number, Content>> {
  const globsOf = new Map<number, Set<readonly string[]>>()
  const authors = new Set<string>()
  const pause = createPauses()
  for (const { range, changes } of brought) {
    for (const { id, author } of changes) {
      const globs = globsOf.get(id) ?? new Set()
      globsOf.set(id, range.globs ? globs.add(range.globs) : globs)
      if (author !== null) authors.add(author)
    }
    await pause()
  }
  const ids = [...globsOf.keys()]
  const files = await loadFiles(client, repository, ids, (id) => [...(globsOf.get(id) ?? [])], budget)
  const { first, byAuthor } = await loadFirstMerges(client, repository, [...authors].slice(0, maxAuthors))
  const contents = new Map<number, Content>()
  const filesLeft = { left: maxFilesOfAll }
  for (const { range, changes, commits } of brought) {
    const own = changes.filter(({ id }) => !range.globs || !files.get(id)?.outside.has(range.globs))
    const newAuthors = countNew(own, range.at, { first, byAuthor })
    const touched = addUpFiles(own, files, filesLeft)
    contents.set(range.id, { ...unknownContent, ...sizeOf(own), ...touched, commits, newAuthors })
    await pause()
  }
  return contents
}

function sizeOf(changes: readonly Change[]) {
  const lines = changes.flatMap((change) => change.lines ?? [])
  const merged = changes.flatMap(({ mergedAt }) => mergedAt?.getTime() ?? [])
  return {
    pullRequests: changes.length,
    lines: lines.length === changes.length ? lines.reduce((sum, count) => sum + count, 0) : null,
    oldestAt: merged.length > 0 ? Math.min(...merged) : null,
  }
}

const dayMs = 86_400_000
const newForMs = 30 * dayMs
const knownForMs = 90 * dayMs
const maxAuthors = 2_000

type FirstMerges = Awaited<ReturnType<typeof loadFirstMerges>>

/** Authors who merged nothing in the repository until a month ago; null while it is not known for three months. */
function countNew(changes: readonly Change[], at: number, { first, byAuthor }: FirstMerges): number | null {
  if (!first || at - first.getTime() < knownForMs) return null
  const authors = new Set(changes.flatMap(({ author }) => (author === null || author.endsWith('[bot]') ? [] : author)))
  return [...authors].filter((author) => at - (byAuthor.get(author)?.getTime() ?? at) < newForMs).length
}
