import { compareNames, listFirst } from '@/lib/core/listed'
import { isNextStep, type Steps } from '@/lib/core/steps'
import { valueAt } from './column'
import { distributionsOf } from './distribution'
import { medianScores } from './median-scores'
import type { Ranking } from './ranking'
import type { Deployments } from './samples'

/** What a service or a team added to the change of a number: `total`, which is `within` + `mix`, all in its unit. */
export type Contribution = {
  /** A service as metrics group it, or a team; null for rows without one. */
  name: string | null
  total: number
  /** Because its own number changed. */
  within: number
  /** Because more or fewer of all rows were its own. */
  mix: number
  /** Its own number; null in a period without rows of it. */
  value: number | null
  previous: number | null
  rows: number
  previousRows: number
  /** Their share of all rows. */
  share: number
  previousShare: number
}

/** The change of a number by services or by teams: what is listed and the others add up to it. */
export type Split = {
  /** Those that added most come first, whichever way; at most `maxContributions`. */
  listed: Contribution[]
  others: { count: number; total: number }
  /** Of all of them. */
  within: number
  mix: number
}

export type Contributions = {
  services: Split
  /** Null where no service has a team. */
  teams: Split | null
}

export const maxContributions = 20

/** Whose rows are. */
type Owners = Pick<Deployments, 'serviceEnvironment' | 'serviceEnvironments'>

/** Rows of a period, and what each adds, NaN for one that does not count. */
type Rows = { of: Owners; values: Float64Array }

type Both<Each> = { current: Each; previous: Each }
type Compared<Each> = Both<Each> & { teams: ReadonlyMap<string, string> }

/** Rows of both periods by the index of what they belong to, and what these are called. */
type Groups = Both<Int32Array> & { names: (string | null)[] }

/** Rows that count, and the sum of their values. */
type Sums = { rows: number; sum: number }

type Method = {
  split(of: Both<Sums>, all: Both<Sums>): { within: number; mix: number }
  /** The own numbers of groups; `groups` has the index of the group of each row, −1 for none. */
  numbersOf(period: keyof Both<unknown>, groups: Int32Array, sums: readonly Sums[]): (number | null)[]
}

/** The change of a number of rows a day; its parts are added up, so none of it is due to the mix. */
export function splitRate(compared: Compared<Rows>, days: Both<number>): Steps<Contributions> {
  return splitBoth(compared, {
    split: ({ current, previous }) => ({ within: current.sum / days.current - previous.sum / days.previous, mix: 0 }),
    numbersOf: (period, _, sums) => sums.map(({ sum }) => sum / days[period]),
  })
}

/** The change of a share: the mean of rows that are 0 or 1. */
export function splitShare(compared: Compared<Rows>): Steps<Contributions> {
  return splitBoth(compared, { split: splitMean, numbersOf: (_period, _groups, sums) => sums.map(meanOf) })
}

/** The change of a median: that of the mean of the scores of its rows. */
export function* splitMedian(compared: Compared<{ of: Owners; ranking: Ranking }>): Steps<Contributions> {
  const { current, previous, teams } = compared
  const scores = yield* medianScores(
    { current: current.ranking, previous: previous.ranking },
    { current: current.of.serviceEnvironment.length, previous: previous.of.serviceEnvironment.length },
  )
  yield
  const rows = {
    current: { of: current.of, values: scores.current },
    previous: { of: previous.of, values: scores.previous },
  }
  return yield* splitBoth(
    { ...rows, teams },
    {
      split: splitMean,
      numbersOf: (period, groups, sums) =>
        distributionsOf(compared[period].ranking, groups, sums.length).map((distribution) => distribution?.p50 ?? null),
    },
  )
}

/**
 * Marshall and Edgeworth’s way to split the change of a mean: what a group changed, at its mean share of the rows, and what
 * its share changed, at the distance of its mean from that of all. One without rows in a period counts there as in the
 * other, so that all it adds is due to the mix.
 */
function splitMean(of: Both<Sums>, all: Both<Sums>): { within: number; mix: number } {
  const after = meanOf(of.current) ?? meanOf(of.previous) ?? 0
  const before = meanOf(of.previous) ?? after
  const [share, shareBefore] = [of.current.rows / all.current.rows, of.previous.rows / all.previous.rows]
  const middle = ((meanOf(all.current) ?? 0) + (meanOf(all.previous) ?? 0)) / 2
  return {
    within: ((share + shareBefore) / 2) * (after - before),
    mix: ((after + before) / 2 - middle) * (share - shareBefore),
  }
}

function meanOf({ sum, rows }: Sums): number | null {
  return rows === 0 ? null : sum / rows
}

function* splitBoth(compared: Compared<Rows>, method: Method): Steps<Contributions> {
  const { teams } = compared
  const services = yield* splitBy(compared, (service) => service, method)
  if (teams.size === 0) return { services, teams: null }
  return { services, teams: yield* splitBy(compared, (service) => teams.get(service ?? '') ?? null, method) }
}

function* splitBy(
  { current, previous }: Both<Rows>,
  nameOf: (service: string | null) => string | null,
  { split, numbersOf }: Method,
): Steps<Split> {
  const groups = yield* groupsOf({ current, previous }, nameOf)
  yield
  const count = groups.names.length
  const sumsNow = sumsOf(current.values, groups.current, count)
  yield
  const sums = { current: sumsNow, previous: sumsOf(previous.values, groups.previous, count) }
  yield
  const all = { current: totalOf(sums.current), previous: totalOf(sums.previous) }
  const parts: { group: number; name: string | null; total: number; within: number; mix: number }[] = []
  let [within, mix] = [0, 0]
  for (const [group, name] of groups.names.entries()) {
    if (isNextStep(group)) yield
    const of = { current: sums.current[group] ?? none, previous: sums.previous[group] ?? none }
    if (of.current.rows + of.previous.rows === 0) continue
    const part = split(of, all)
    within += part.within
    mix += part.mix
    parts.push({ group, name, total: rounded(part.within + part.mix), ...part })
  }
  const first = listFirst(
    parts,
    (a, b) => Math.abs(b.total) - Math.abs(a.total) || compareNames(a.name, b.name),
  ).listed.slice(0, maxContributions)
  yield
  const places = new Int32Array(count).fill(-1)
  for (const [place, { group }] of first.entries()) places[group] = place
  const own = (period: keyof Both<unknown>) => {
    const listed = first.map(({ group }) => sums[period][group] ?? none)
    return numbersOf(
      period,
      groups[period].map((group) => places[group] ?? -1),
      listed,
    ).map((value, place) => ({ value, rows: listed[place]?.rows ?? 0 }))
  }
  const now = own('current')
  yield
  const before = own('previous')
  const listed = first.map(({ name, total, within, mix }, place) => ({
    name,
    total,
    within: rounded(within),
    mix: rounded(mix),
    value: now[place]?.value ?? null,
    previous: before[place]?.value ?? null,
    rows: now[place]?.rows ?? 0,
    previousRows: before[place]?.rows ?? 0,
    share: shareOf(now[place]?.rows, all.current),
    previousShare: shareOf(before[place]?.rows, all.previous),
  }))
  const others = within + mix - listed.reduce((sum, { total }) => sum + total, 0)
  const left = parts.length - listed.length
  return {
    listed,
    others: { count: left, total: left === 0 ? 0 : rounded(others) },
    within: rounded(within),
    mix: rounded(mix),
  }
}

/** To six digits: those beyond depend on the order in which rows are read. */
function rounded(added: number): number {
  return Math.round(added * 1e6) / 1e6 || 0
}

const none: Sums = { rows: 0, sum: 0 }

function* groupsOf(rows: Both<Rows>, nameOf: (service: string | null) => string | null): Steps<Groups> {
  const found = new Map<string | null, number>()
  const indexesOf = function* ({ of: { serviceEnvironment, serviceEnvironments } }: Rows): Steps<Int32Array> {
    const indexes = new Int32Array(serviceEnvironments.length)
    for (const [index, { service }] of serviceEnvironments.entries()) {
      if (isNextStep(index)) yield
      const name = nameOf(service)
      const group = found.get(name) ?? found.size
      found.set(name, group)
      indexes[index] = group
    }
    yield
    return serviceEnvironment.map((place) => indexes[place] ?? -1)
  }
  const current = yield* indexesOf(rows.current)
  yield
  const previous = yield* indexesOf(rows.previous)
  return { names: [...found.keys()], current, previous }
}

function sumsOf(values: Float64Array, groups: Int32Array, count: number): Sums[] {
  const sums = Array.from({ length: count }, () => ({ ...none }))
  for (let row = 0; row < values.length; row += 1) {
    const value = valueAt(values, row)
    const of = sums[groups[row] ?? -1]
    if (!of || Number.isNaN(value)) continue
    of.rows += 1
    of.sum += value
  }
  return sums
}

function totalOf(sums: readonly Sums[]): Sums {
  const total = { ...none }
  for (const { rows, sum } of sums) {
    total.rows += rows
    total.sum += sum
  }
  return total
}

/** Of no rows none is a share: a count of 0 has a change, too. */
function shareOf(rows: number | undefined, all: Sums): number {
  return all.rows === 0 ? 0 : (rows ?? 0) / all.rows
}
