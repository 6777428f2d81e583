import type { Steps } from '@/lib/core/steps'
import { type Case, failedAsOf, newsOf } from './case'
import {
  excessOf,
  type FileRecord,
  type Known,
  type Measurement,
  maxOutcomes,
  measure,
  type RelativeName,
  relativeNames,
  type Sizes,
  sizesOf,
} from './features'

/** Medians are those of the latest deployments, so many of a service or of all. */
const keptOfService = 50
const keptOfAll = 200
/** One with fewer has no median of its own. */
const fewest = 5

type Told = { id: number; failed: boolean }

/** The latest sizes, and their medians. */
class Sequence {
  readonly #sizes: Sizes[] = []
  readonly #medians = new Map<RelativeName, number | null>()

  constructor(readonly kept: number) {}

  add(sizes: Sizes): void {
    this.#sizes.push(sizes)
    if (this.#sizes.length > this.kept) this.#sizes.shift()
    this.#medians.clear()
  }

  median(name: RelativeName): number | null {
    const known = this.#medians.get(name)
    if (known !== undefined) return known
    const median = medianOf(this.#sizes.flatMap((sizes) => sizes[name] ?? []))
    this.#medians.set(name, median)
    return median
  }
}

type ServiceHistory = { sizes: Sequence; outcomes: Told[]; lastStartedAt: number | null }

/** What is known at an instant of services, of files and in all, as one deployment after the other begins and ends. */
export class History {
  readonly #services = new Map<string, ServiceHistory>()
  readonly #all = new Sequence(keptOfAll)
  readonly #files = new Map<number, FileRecord>()
  #ended = 0
  #failed = 0

  constructor(readonly timeZone: string) {}

  /** How many deployments ended so far, and how many of them failed. */
  get counts(): { ended: number; failed: number } {
    return { ended: this.#ended, failed: this.#failed }
  }

  /** The share of all deployments that failed so far, drawn a little to one in ten. */
  get baseRate(): number {
    return (this.#failed + 1) / (this.#ended + 10)
  }

  knownOf(service: string): Known {
    const own = this.#services.get(service)
    return {
      usual: this.usualOf(service),
      outcomes: own?.outcomes.map(({ failed }) => failed) ?? [],
      lastStartedAt: own?.lastStartedAt ?? null,
      baseRate: this.baseRate,
      recordOf: (file) => this.#files.get(file),
      timeZone: this.timeZone,
    }
  }

  /** What a service usually brings; where that is hardly known, and for null, what all do. */
  usualOf(service: string | null): Sizes {
    const own = service === null ? undefined : this.#services.get(service)?.sizes
    return sizesBy((name) => own?.median(name) ?? this.#all.median(name))
  }

  get services(): string[] {
    return [...this.#services.keys()]
  }

  begin(one: Case): void {
    const service = this.#services.get(one.service) ?? {
      sizes: new Sequence(keptOfService),
      outcomes: [],
      lastStartedAt: null,
    }
    this.#services.set(one.service, service)
    const sizes = sizesOf(one, service.lastStartedAt)
    service.sizes.add(sizes)
    this.#all.add(sizes)
    service.lastStartedAt = one.startedAt
  }

  /** More is known of how a deployment ended: first that it did, `again` that it was rolled back. */
  learn(one: Case, failed: boolean, again: boolean): void {
    const outcomes = this.#services.get(one.service)?.outcomes ?? []
    const told = outcomes.find(({ id }) => id === one.id)
    if (told) told.failed = failed
    if (!again) {
      outcomes.push({ id: one.id, failed })
      if (outcomes.length > maxOutcomes) outcomes.shift()
      this.#ended += 1
    }
    if (failed) this.#failed += 1
    for (const file of one.content.files ?? []) {
      const record = this.#files.get(file) ?? { deployed: 0, failed: 0 }
      if (!again) record.deployed += 1
      if (failed) record.failed += 1
      this.#files.set(file, record)
    }
  }

  /** The files that fail more often than others, the worst first. */
  suspects(max: number): [file: number, record: FileRecord][] {
    const baseRate = this.baseRate
    let worst: { file: number; record: FileRecord; excess: number }[] = []
    const keepWorst = () => {
      worst = worst.sort((a, b) => b.excess - a.excess || a.file - b.file).slice(0, max)
    }
    for (const [file, record] of this.#files) {
      const excess = excessOf(record, baseRate)
      if (excess > 0) worst.push({ file, record, excess })
      if (worst.length >= 2 * max) keepWorst()
    }
    keepWorst()
    return worst.map(({ file, record }) => [file, record])
  }
}

/** A case as it was seen before it began, and how many had ended and failed by then. */
export type Seen = { measurement: Measurement; ended: number; failed: number }

type News = { at: number; one: Case }

/**
 * Measures cases in the order in which they began, each with what was known just before, and ends with what is known
 * at `until`. Later ones never change what is measured of earlier ones.
 */
export function* measureAll(
  cases: readonly Case[],
  timeZone: string,
  until: number,
): Steps<{ seen: Seen[]; history: History }> {
  const history = new History(timeZone)
  const news: News[] = cases.flatMap((one) => newsOf(one).map((at) => ({ at, one })))
  news.sort((a, b) => a.at - b.at || a.one.startedAt - b.one.startedAt || a.one.id - b.one.id)
  const told = new Set<number>()
  let next = 0
  const hearUntil = function* (instant: number): Steps<void> {
    for (; (news[next]?.at ?? Number.POSITIVE_INFINITY) <= instant; next += 1) {
      const { at, one } = news[next] as News
      const failed = failedAsOf(one, at) ?? false
      history.learn(one, failed, told.has(one.id))
      told.add(one.id)
      yield
    }
  }
  const seen: Seen[] = []
  for (const one of cases) {
    yield* hearUntil(one.startedAt)
    seen.push({ measurement: measure(one, history.knownOf(one.service)), ...history.counts })
    history.begin(one)
    yield
  }
  yield* hearUntil(until)
  return { seen, history }
}

function sizesBy(sizeOf: (name: RelativeName) => number | null): Sizes {
  return Object.fromEntries(relativeNames.map((name) => [name, sizeOf(name)])) as Sizes
}

function medianOf(values: readonly number[]): number | null {
  if (values.length < fewest) return null
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}
