import { dayOf } from '@/lib/time/days'
import { type Bucket, partUnit } from '@/lib/time/period'
import { countIn } from './buckets'
import { perDayWords } from './calculation'
import { valueAt } from './column'
import { type CountedDays, countedDays, daysFrom, lessThanADay, type MetricContext } from './context'
import { defineMetric } from './define-metric'
import { drilldownOf, sentenceOf } from './drilldown/drilldown'
import { pullRequestNames } from './drilldown/pull-requests'
import { type Measured, measured, reasons } from './metric-value'
import { latestFirst } from './ranking'
import type { MetricSamples, Needs } from './samples'

type Details = {
  /** Days that the merges are divided by; null without a value. */
  days: number | null
  merged: number
  opened: number
  deployed: number
  /** One for each part of the period. */
  perPart: Flow[]
}

type Flow = { merged: number; opened: number; deployed: number }

/** Instants in milliseconds since 1970. */
type FlowInstants = Record<keyof Flow, Float64Array>

const before: Needs['previous'] = { merges: 'mergedAt', deliveries: 'deliveredAt' }

/**
 * Pull requests merged a day; where the samples hold no pull request at all, none is known, and its value is missing. What
 * was opened counts whatever became of it.
 */
export const throughput = defineMetric({
  slug: 'throughput',
  title: 'Throughput',
  feature: 'metrics',
  unit: 'per day',
  better: null,
  sample: ['merged pull request'],
  define: () => ({
    definition: 'Pull requests merged a day, along with those that were opened and those that reached production.',
    formula: 'pull requests merged ÷ days that have passed',
    source: null,
  }),
  needs: { current: { merges: 'mergedAt', opened: 'openedAt', deliveries: 'deliveredAt' }, previous: before },
  *compute(samples, context) {
    const { merges, opened, deliveries } = samples.current
    const { days, skippedDays, missing } = mergeDays(samples, context)
    yield
    const { days: dayBuckets, parts } = context.period
    const daily = flowsOf(dayBuckets, {
      merged: merges.mergedAt,
      opened: opened.openedAt,
      deployed: deliveries.deliveredAt,
    })
    yield
    const details: Details = {
      days,
      merged: merges.length,
      opened: opened.length,
      deployed: deliveries.length,
      perPart: parts.map((part) => sumOf(daily.filter((_, day) => isWithin(dayBuckets[day], part)))),
    }
    return {
      current: days === null ? { value: null, missing } : { value: merges.length / days, missing: null },
      previous: mergedPerDayBefore(samples, context),
      evidence: {
        kind: 'rate',
        current: { count: merges.length, days: days ?? 0 },
        previous: { count: samples.previous.merges.length, days: context.previousPeriod.elapsedDays },
      },
      provenance: { sampleSize: merges.length, excluded: [], adjusted: reasons([skippedDays, ...beforeFirstMerge]) },
      details,
    }
  },
  course: ({ perPart }, period) => ({
    kind: 'bars',
    words: `Merges per ${partUnit(period)}`,
    buckets: period.parts,
    values: perPart.map(({ merged }) => merged),
    unit: 'count',
  }),
  calculation: ({ merged, days }) => (days === null ? null : perDayWords(merged, 'merged pull request', days)),
  rows: {
    // The days that merges are divided by depend on what was merged and delivered before.
    needs: {
      current: { merges: 'pullRequestId', opened: 'pullRequestId', deliveries: 'pullRequestId' },
      previous: before,
    },
    only: ['counted'],
    sort: [],
    *of(samples, context) {
      const { merges, deliveries, opened } = samples.current
      const { days } = mergeDays(samples, context)
      const instants = joined(merges.mergedAt, deliveries.deliveredAt, opened.openedAt)
      const pullRequestIds = joined(merges.pullRequestId, deliveries.pullRequestId, opened.pullRequestId)
      const eventAt = (index: number) => {
        if (index < merges.length) return 'merged'
        return index < merges.length + deliveries.length ? 'deployed' : 'opened'
      }
      const isMerge = (index: number) => eventAt(index) === 'merged'
      const rowOf = (index: number) => {
        const at = new Date(valueAt(instants, index))
        const counted = isMerge(index)
        const why = counted ? null : sentenceOf('is not a merge')
        const pullRequestId = valueAt(pullRequestIds, index)
        const day = dayOf(at, context.period.timeZone)
        return { event: eventAt(index), at, day, pullRequestId, counted, why, days }
      }
      return drilldownOf(columns, yield* latestFirst(instants, pullRequestIds), rowOf, { counted: isMerge })
    },
  },
})

const columns = {
  columns: ['event', 'at', 'day', ...pullRequestNames, 'counted', 'why', 'days'],
  shown: ['title', 'event', 'at', 'counted'],
} as const

/** Columns one after the other. */
function joined(...columns: Float64Array[]): Float64Array {
  const all = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const column of columns) {
    all.set(column, end)
    end += column.length
  }
  return all
}

const beforeFirstMerge: [one: string, many: string] = [
  'day before the day of the first merge or deployment is not counted',
  'days before the day of the first merge or deployment are not counted',
]

/** Whether any pull request is known. */
function isAnyKnown({ current, previous }: MetricSamples): boolean {
  const known = [current.merges, previous.merges, current.opened, current.deliveries, previous.deliveries]
  return known.some(({ length }) => length > 0)
}

/**
 * Days that merges are counted in. Nothing says since when all of them are known, so a period counts from the first
 * deployment or merge, whichever is earlier.
 */
function mergeDays(samples: MetricSamples, { period, dataFrom }: MetricContext): CountedDays {
  const none = (missing: string) => ({ days: null, skippedDays: 0, missing })
  if (period.elapsedDays === 0) return none('This period has not begun.')
  if (!isAnyKnown(samples)) return none('No pull request is known.')
  const { current, previous } = samples
  let knownFrom = previous.merges.length > 0 ? period.from.getTime() : (dataFrom ?? Number.POSITIVE_INFINITY)
  for (const mergedAt of current.merges.mergedAt) knownFrom = Math.min(knownFrom, mergedAt)
  if (knownFrom >= period.to.getTime()) return none('No pull request was merged in this period.')
  return daysFrom(knownFrom, period)
}

function mergedPerDayBefore(samples: MetricSamples, { previousPeriod, dataFrom }: MetricContext): Measured {
  const { elapsedDays } = previousPeriod
  const merged = samples.previous.merges.length
  const isCovered = dataFrom !== null && countedDays(previousPeriod, dataFrom) === elapsedDays
  if (merged === 0 && !(isAnyKnown(samples) && isCovered)) {
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
