import { compareNames, type Listed, listFirst } from '@/lib/core/listed'
import { repositoryNameKeyOf } from '@/lib/core/service-key'
import { isNextStep, type Steps } from '@/lib/core/steps'
import { type NoLinkReason, repositoriesOfService } from '@/lib/deployments/linking/rules'

/** Production successes that are alike: what they shipped, or why they have no pull request. */
export type Successes = {
  /** Where their commit was found. */
  repositoryId: number | null
  service: string | null
  outcome: 'linked' | 'commits' | 'none'
  reason: NoLinkReason | null
  count: number
  /** One of them. */
  exampleId: number
  /** Some of the pipelines that sent those of the same reason: each is named once. */
  pipelines: string[]
}

/** Production successes by what they shipped; the other four add up to `all`. */
export type Shares = {
  all: number
  /** With at least one pull request. */
  linked: number
  /** With commits, but no pull request. */
  commits: number
  /** With nothing new in them: redeploys and steps back. */
  nothingNew: number
  missing: number
}

export type Affected = { service: string | null; count: number; exampleId: number }

export type Reason = {
  reason: NoLinkReason
  count: number
  /** Whether there may be nothing to mend. */
  harmless: boolean
  /** Who it happened to, the most often first; null without a service. */
  services: Listed<Affected>
  pipelines: string[]
  exampleId: number
}

export type NamedRepository = {
  id: number
  fullNameKey: string
  nameKey: string
  aliases: string[]
  services: string[]
}

export type CoverageSummary = {
  shares: Shares
  /** By id of the repository; null for what belongs to none. */
  byRepository: Map<number | null, Shares>
  /** The most frequent first, harmless ones last. */
  reasons: Reason[]
}

const harmlessReasons: ReadonlySet<NoLinkReason> = new Set([
  'no pull request since previous commit',
  'no pull request since previous deployment',
  'no pull request touches the service',
])

/** What production successes come to, over all, by repository and by reason. */
export function* coverageOf(
  rows: readonly Successes[],
  repositories: readonly NamedRepository[],
): Steps<CoverageSummary> {
  const shares = noShares()
  const byRepository = new Map<number | null, Shares>()
  const reasons = new Map<NoLinkReason, Successes[]>()
  const repositoryOf = yield* repositoryFinder(repositories)
  for (const [index, row] of rows.entries()) {
    if (isNextStep(index)) yield
    const repositoryId = row.repositoryId ?? (row.service === null ? null : repositoryOf(row.service))
    const own = byRepository.get(repositoryId) ?? noShares()
    byRepository.set(repositoryId, own)
    for (const each of [shares, own]) {
      each.all += row.count
      each[shareOf(row)] += row.count
    }
    if (row.reason !== null) append(reasons, row.reason, row)
  }
  const listed: Reason[] = []
  for (const reason of reasons) listed.push(yield* toReason(reason))
  return { shares, byRepository, reasons: listed.sort(byWeight) }
}

function noShares(): Shares {
  return { all: 0, linked: 0, commits: 0, nothingNew: 0, missing: 0 }
}

function shareOf({ outcome, reason }: Successes): Exclude<keyof Shares, 'all'> {
  if (outcome !== 'none') return outcome
  return reason !== null && harmlessReasons.has(reason) ? 'nothingNew' : 'missing'
}

/** Reads the names of each repository once, and judges each name once, however many services are requested. */
function* repositoryFinder(repositories: readonly NamedRepository[]): Steps<(service: string) => number | null> {
  const matchesOf = new Map<string, (NamedRepository & { globs: string[] | null })[]>()
  for (const repository of repositories) {
    // Of a hundred aliases, and as many services.
    yield
    const { fullNameKey, nameKey, aliases } = repository
    const services = new Set(repository.services)
    const byName = { ...repository, globs: null }
    const byPaths = { ...repository, globs: [] }
    for (const name of new Set([fullNameKey, nameKey, ...aliases, ...services])) {
      append(matchesOf, name, services.has(name) ? byPaths : byName)
    }
  }
  const found = new Map<string, number | null>()
  return (service) => {
    const key = repositoryNameKeyOf(service)
    const known = found.get(key)
    if (known !== undefined) return known
    const named = repositoriesOfService(service, matchesOf.get(key) ?? [])
    const id = named.length === 1 ? (named[0]?.id ?? null) : null
    found.set(key, id)
    return id
  }
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

const maxPipelines = 4

function* toReason([reason, rows]: [NoLinkReason, Successes[]]): Steps<Reason> {
  const services = new Map<string | null, Affected>()
  const pipelines = new Set<string>()
  for (const [index, { service, count, exampleId, pipelines: own }] of rows.entries()) {
    if (isNextStep(index)) yield
    const known = services.get(service) ?? { service, count: 0, exampleId: 0 }
    services.set(service, {
      service,
      count: known.count + count,
      exampleId: Math.max(known.exampleId, exampleId),
    })
    for (const pipeline of own) pipelines.add(pipeline)
  }
  yield
  const affected = [...services.values()]
  return {
    reason,
    count: affected.reduce((sum, { count }) => sum + count, 0),
    harmless: harmlessReasons.has(reason),
    services: listFirst(affected, (a, b) => b.count - a.count || compareNames(a.service ?? '', b.service ?? '')),
    pipelines: listFirst([...pipelines], compareNames).listed.slice(0, maxPipelines),
    exampleId: affected.reduce((latest, { exampleId }) => Math.max(latest, exampleId), 0),
  }
}

function byWeight(a: Reason, b: Reason): number {
  return Number(a.harmless) - Number(b.harmless) || b.count - a.count || compareNames(a.reason, b.reason)
}
