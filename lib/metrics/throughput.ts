import { countIn } from './buckets'
import { type CountedDays, countedDays, daysFrom, lessThanADay, type MetricContext, type Samples } from './context'
import type { Definition } from './definition'
import { type Figure, figureOf, type Measured, measured, reasons } from './figure'
import { notLeveled } from './levels'
import type { Bucket } from './period'
import type { Deliveries, Merges, Openings } from './samples'

/** Pull requests merged a day; beside it how many were opened, and how many reached production. */
export type Throughput = Figure & {
  /** Days that the merges are divided by; null without a value. */
  days: number | null
  merged: number
  opened: number
  deployed: number
  /** One for each week of the period. */
  weekly: Flow[]
  /** One for each day of the period. */
  daily: Flow[]
}

type Merged = Pick<Merges, 'length' | 'mergedAt'>
type Delivered = Pick<Deliveries, 'length' | 'deliveredAt'>
type Opened = Pick<Openings, 'length' | 'openedAt'>

type Flow = { merged: number; opened: number; deployed: number }

/** Instants in milliseconds since 1970. */
type FlowInstants = Record<keyof Flow, Float64Array>

export const definition: Definition = {
  slug: 'throughput',
  title: 'Throughput',
  definition: 'Pull requests merged a day, beside those that were opened and those that reached production.',
  formula: 'pull requests merged ÷ days that have passed',
  better: null,
  source: null,
}

/**
 * Pull requests merged a day. Where the samples hold no pull request at all, none is known, and its value is missing.
 */
export function throughput(
  {
    merges,
    opened,
    deliveries,
  }: {
    merges: Samples<Merged>
    /** In the period, whatever became of them. */
    opened: Opened
    deliveries: Samples<Delivered>
  },
  context: MetricContext,
): Throughput {
  const samples = [merges.current, merges.previous, opened, deliveries.current, deliveries.previous]
  const isKnown = samples.some(({ length }) => length > 0)
  const { days, skippedDays, missing } = mergeDays(merges, isKnown, context)
  const instants: FlowInstants = {
    merged: merges.current.mergedAt,
    opened: opened.openedAt,
    deployed: deliveries.current.deliveredAt,
  }
  const { days: dayBuckets, weeks } = context.period
  const daily = flowsOf(dayBuckets, instants)
  return {
    ...figureOf({
      unit: 'per day',
      better: definition.better,
      leveled: notLeveled,
      current: days === null ? { value: null, missing } : { value: merges.current.length / days, missing: null },
      previous: mergedPerDayBefore(merges.previous.length, isKnown, context),
      made: {
        sampleSize: merges.current.length,
        excluded: [],
        adjusted: reasons([skippedDays, ...beforeFirstMerge]),
      },
    }),
    days,
    merged: merges.current.length,
    opened: opened.length,
    deployed: deliveries.current.length,
    weekly: weeks.map((week) => sumOf(daily.filter((_, day) => isWithin(dayBuckets[day], week)))),
    daily,
  }
}

const beforeFirstMerge: [one: string, many: string] = [
  'day before the day of the first merge or deployment is not counted',
  'days before the day of the first merge or deployment are not counted',
]

/**
 * Days that merges are counted in. Nothing says since when all of them are known, so a period counts from the first
 * deployment or merge, whichever is earlier.
 */
function mergeDays(
  { current, previous }: Samples<Merged>,
  isKnown: boolean,
  { period, dataFrom }: MetricContext,
): CountedDays {
  const none = (missing: string) => ({ days: null, skippedDays: 0, missing })
  if (period.elapsedDays === 0) return none('This period has not begun.')
  if (!isKnown) return none('No pull request is known.')
  let knownFrom = previous.length > 0 ? period.from.getTime() : (dataFrom ?? Number.POSITIVE_INFINITY)
  for (const mergedAt of current.mergedAt) knownFrom = Math.min(knownFrom, mergedAt)
  if (knownFrom >= period.to.getTime()) return none('No pull request was merged in this period.')
  return daysFrom(knownFrom, period)
}

function mergedPerDayBefore(merged: number, isKnown: boolean, { previousPeriod, dataFrom }: MetricContext): Measured {
  const { elapsedDays } = previousPeriod
  const isCovered = dataFrom !== null && countedDays(previousPeriod, dataFrom) === elapsedDays
  if (merged === 0 && !(isKnown && isCovered)) {
    return { value: null, missing: 'No pull request was merged in the period before.' }
  }
  return measured(elapsedDays < 1 ? null : merged / elapsedDays, lessThanADay)
}

function flowsOf(buckets: readonly Bucket[], instants: FlowInstants): Flow[] {
  const merged = countIn(buckets, instants.merged)
  const opened = countIn(buckets, instants.opened)
  const deployed = countIn(buckets, instants.deployed)
  return buckets.map((_, index) => ({
    merged: merged[index] ?? 0,
    opened: opened[index] ?? 0,
    deployed: deployed[index] ?? 0,
  }))
}

function isWithin(day: Bucket | undefined, week: Bucket): boolean {
  return day !== undefined && day.from >= week.from && day.from < week.to
}

function sumOf(flows: readonly Flow[]): Flow {
  const sum: Flow = { merged: 0, opened: 0, deployed: 0 }
  for (const { merged, opened, deployed } of flows) {
    sum.merged += merged
    sum.opened += opened
    sum.deployed += deployed
  }
  return sum
}
