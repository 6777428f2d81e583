import { bucketIndexes } from './buckets'
import { countedDays, type MetricContext, type Samples } from './context'
import type { Definition } from './definition'
import { type Figure, figureOf, type Measured, measured, reasons } from './figure'
import type { Bucket } from './period'
import type { DeliverySample, MergeSample } from './samples'

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

type Flow = { merged: number; opened: number; deployed: number }

/** Instants in milliseconds since 1970. */
type FlowInstants = Record<keyof Flow, readonly number[]>

export const definition: Definition = {
  slug: 'throughput',
  title: 'Throughput',
  definition: 'Pull requests merged a day, beside those that were opened and those that reached production.',
  formula: 'pull requests merged ÷ days that have passed',
  better: null,
  source: null,
}

/** Pull requests merged a day. `openedAt` holds the openings of the period, whatever became of them. */
export function throughput(
  {
    merges,
    openedAt,
    deliveries,
  }: {
    merges: Samples<MergeSample>
    openedAt: readonly number[]
    deliveries: Samples<DeliverySample>
  },
  context: MetricContext,
): Throughput {
  const days = mergeDays(merges, context) || null
  const missing =
    context.period.elapsedDays === 0 ? 'This period has not begun.' : 'No pull request was merged in this period.'
  const instants: FlowInstants = {
    merged: merges.current.map(({ mergedAt }) => mergedAt),
    opened: openedAt,
    deployed: deliveries.current.map(({ deliveredAt }) => deliveredAt),
  }
  return {
    ...figureOf({
      unit: 'per day',
      better: definition.better,
      levels: null,
      current: measured(days && merges.current.length / days, missing),
      previous: mergedPerDayBefore(merges.previous.length, context),
      made: {
        sampleSize: merges.current.length,
        excluded: [],
        adjusted: reasons([days ? Math.round(context.period.elapsedDays - days) : 0, ...beforeFirstMerge]),
      },
    }),
    days,
    merged: merges.current.length,
    opened: openedAt.length,
    deployed: deliveries.current.length,
    weekly: flowsOf(context.period.weeks, instants),
    daily: flowsOf(context.period.days, instants),
  }
}

const beforeFirstMerge: [one: string, many: string] = [
  'day before the day of the first merge or deployment is not counted',
  'days before the day of the first merge or deployment are not counted',
]

/**
 * Days that merges are counted in. Nothing says since when all of them are known, so a period counts from the first
 * deployment or merge, whichever is earlier; 0 when there is neither.
 */
function mergeDays({ current, previous }: Samples<MergeSample>, { period, dataFrom }: MetricContext): number {
  let knownFrom = previous.length > 0 ? period.from.getTime() : (dataFrom ?? Number.POSITIVE_INFINITY)
  for (const { mergedAt } of current) knownFrom = Math.min(knownFrom, mergedAt)
  return knownFrom < period.to.getTime() ? countedDays(period, knownFrom) : 0
}

function mergedPerDayBefore(merged: number, { previousPeriod, dataFrom }: MetricContext): Measured {
  const { elapsedDays } = previousPeriod
  const known = merged > 0 || (dataFrom !== null && countedDays(previousPeriod, dataFrom) === elapsedDays)
  return measured(
    known && elapsedDays > 0 ? merged / elapsedDays : null,
    'No pull request was merged in the period before.',
  )
}

function flowsOf(buckets: readonly Bucket[], instants: FlowInstants): Flow[] {
  const flows = buckets.map((): Flow => ({ merged: 0, opened: 0, deployed: 0 }))
  for (const name of ['merged', 'opened', 'deployed'] as const) {
    for (const index of bucketIndexes(buckets, instants[name], (instant) => instant)) {
      const flow = flows[index]
      if (flow) flow[name] += 1
    }
  }
  return flows
}
