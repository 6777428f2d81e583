import { bucketIndexes } from './buckets'
import { countKnown, knownAt } from './column'
import { comparable, type When } from './context'
import { splitMedian } from './contributions'
import { courseOfMedian } from './course'
import { defineMetric } from './define-metric'
import { type Distribution, distributionOf, distributionsOf } from './distribution'
import { drilldownOf, verdictOf } from './drilldown/drilldown'
import { deliveryCells, pullRequestNames, valueIn } from './drilldown/pull-requests'
import { type Measured, measured, type Provenance, reasons } from './metric-value'
import { latestFirst, rank } from './ranking'
import type { Columns } from './samples'
import { sizeClassOf } from './sizes'

type Details = {
  distribution: Distribution | null
  /** One for each part of the period. */
  perPart: (Distribution | null)[]
}

type Sizes = Columns<'changedLines'>

/** Median of the lines that delivered pull requests changed; each counts once. */
export const pullRequestSize = defineMetric({
  slug: 'pull-request-size',
  title: 'Pull request size',
  feature: 'metrics',
  unit: 'lines',
  better: 'lower',
  sample: ['delivered pull request'],
  define: () => ({
    definition: 'Lines added and deleted by a pull request that reached production. The number is the median.',
    formula: 'median of (lines added + lines deleted)',
    source: {
      title: 'DORA’s capability “working in small batches”',
      url: 'https://dora.dev/capabilities/working-in-small-batches/',
    },
  }),
  notYetCounted: 'Merged pull requests count once they are live.',
  restsOnCoverage: true,
  needs: { current: { deliveries: 'changedLines' }, previous: { deliveries: 'changedLines' } },
  *compute({ current: { deliveries }, previous, teams }, context) {
    const { parts } = context.period
    const ranking = yield* rank(deliveries.changedLines)
    const before = yield* rank(previous.deliveries.changedLines)
    const distribution = distributionOf(ranking)
    const details: Details = {
      distribution,
      perPart: distributionsOf(ranking, bucketIndexes(parts, deliveries.deliveredAt), parts.length),
    }
    return {
      current: measure(deliveries, distribution, 'in this period'),
      previous: comparable(context, () => measure(previous.deliveries, distributionOf(before), 'in the period before')),
      evidence: { kind: 'median', current: ranking.values, previous: before.values },
      split: splitMedian({
        current: { of: deliveries, ranking },
        previous: { of: previous.deliveries, ranking: before },
        teams,
      }),
      provenance: provenanceOf(deliveries),
      details,
    }
  },
  median: ({ current }) => current.deliveries.changedLines,
  course: courseOfMedian('lines'),
  rows: {
    needs: { current: { deliveries: 'changedLines' } },
    only: ['counted'],
    sort: ['largest'],
    *of({ current: { deliveries } }, { period }) {
      const { changedLines, deliveredAt, pullRequestId } = deliveries
      const rowOf = (index: number) => {
        const lines = knownAt(changedLines, index)
        return {
          ...deliveryCells(deliveries, index, period.timeZone),
          changedLines: lines,
          size: sizeClassOf(lines)?.name ?? null,
          ...verdictOf(provenanceOf({ length: 1, changedLines: changedLines.subarray(index, index + 1) })),
        }
      }
      return drilldownOf(columns, yield* latestFirst(deliveredAt, pullRequestId), rowOf, {
        counted: (index) => knownAt(changedLines, index) !== null,
        largest: () => valueIn(changedLines),
      })
    },
  },
})

const columns = {
  columns: [
    ...pullRequestNames,
    'mergedAt',
    'deliveredAt',
    'day',
    'id',
    'deploymentId',
    'service',
    'environment',
    'changedLines',
    'size',
    'counted',
    'why',
  ],
  shown: ['title', 'mergedAt', 'deliveredAt', 'changedLines', 'counted'],
} as const

function provenanceOf({ length, changedLines }: Sizes): Provenance {
  const sampleSize = countKnown(changedLines)
  return {
    sampleSize,
    excluded: reasons([
      length - sampleSize,
      'reached production without a known size and is not counted',
      'reached production without a known size and are not counted',
    ]),
    adjusted: [],
  }
}

function measure({ length }: Sizes, distribution: Distribution | null, when: When): Measured {
  const missing =
    length === 0
      ? `No pull request reached production ${when}.`
      : `Of the pull requests that reached production ${when}, no size is known.`
  return measured(distribution?.p50, missing)
}
