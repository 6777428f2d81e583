import { comparable, type MetricContext, type When } from './context'
import type { Definition } from './definition'
import { type Figure, figureOf, type Made, type Measured, measured, reasons } from './figure'
import { notLeveled } from './levels'

/** Share of production successes with at least one pull request. */
export type Coverage = Figure & { linked: number; of: number }

/** Successful production deployments, and how many of them have a pull request. */
export type CoverageCounts = { linked: number; of: number }

export const definition: Definition = {
  slug: 'coverage',
  title: 'Coverage',
  definition: 'The share of successful production deployments that are tied to at least one pull request.',
  formula: 'successful deployments with a pull request ÷ successful deployments',
  better: 'higher',
  source: null,
}

/** How much of what was deployed can be traced to pull requests. */
export function coverage(
  counts: { current: CoverageCounts; previous: CoverageCounts },
  context: MetricContext,
): Coverage {
  const { linked, of } = counts.current
  return {
    ...figureOf({
      unit: 'share',
      better: definition.better,
      leveled: notLeveled,
      current: measure(counts.current, 'in this period'),
      previous: comparable(context, () => measure(counts.previous, 'in the period before')),
      made: coverageMade(counts.current),
    }),
    linked,
    of,
  }
}

/** How coverage is made of deployments. */
export function coverageMade({ linked, of }: CoverageCounts): Made {
  return {
    sampleSize: of,
    excluded: [],
    adjusted: reasons([of - linked, 'has no pull request', 'have no pull request']),
  }
}

function measure({ linked, of }: CoverageCounts, when: When): Measured {
  return measured(of === 0 ? null : linked / of, `No deployment to production succeeded ${when}.`)
}
