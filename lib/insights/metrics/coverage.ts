import { shareWords } from './calculation'
import { comparable, type When } from './context'
import { defineMetric, type ResultOf } from './define-metric'
import { deploymentColumnsOf, successDrilldown } from './drilldown/deployments'
import { verdictOf } from './drilldown/drilldown'
import { type Measured, measured, type Provenance, reasons } from './metric-value'
import type { CoverageCounts } from './samples'

export type Coverage = ResultOf<typeof coverage>

/** How much of what was deployed can be traced to pull requests. */
export const coverage = defineMetric({
  slug: 'coverage',
  title: 'Coverage',
  feature: 'metrics',
  unit: 'share',
  better: 'higher',
  sample: ['success', 'successes'],
  define: () => ({
    definition: 'The share of successful production deployments that are tied to at least one pull request.',
    formula: 'successful deployments with a pull request ÷ successful deployments',
    source: null,
  }),
  needs: { current: { coverage: true }, previous: { coverage: true } },
  compute: ({ current, previous }, context) => ({
    current: measure(current.coverage, 'in this period'),
    previous: comparable(context, () => measure(previous.coverage, 'in the period before')),
    evidence: { kind: 'share', current: shareOf(current.coverage), previous: shareOf(previous.coverage) },
    provenance: provenanceOf(current.coverage),
    details: { linked: current.coverage.linked, of: current.coverage.of },
  }),
  calculation: ({ linked, of }) => shareWords([[linked, 'with a pull request']], of, 'successful deployment'),
  rows: {
    needs: { current: { deployments: true } },
    only: [],
    sort: [],
    of: ({ current }, context) =>
      successDrilldown(deploymentColumnsOf(['linkedPullRequests']), current.deployments, context, () => ({})),
    complete: (row) => {
      const linked = Math.min(row.linkedPullRequests ?? 0, 1)
      return { ...row, ...verdictOf(provenanceOf({ linked, of: 1 })) }
    },
  },
})

function shareOf({ linked, of }: CoverageCounts) {
  return { part: linked, of }
}

function provenanceOf({ linked, of }: CoverageCounts): Provenance {
  return {
    sampleSize: of,
    excluded: [],
    adjusted: reasons([of - linked, 'has no pull request', 'have no pull request']),
  }
}

function measure({ linked, of }: CoverageCounts, when: When): Measured {
  return measured(of === 0 ? null : linked / of, `No deployment to production succeeded ${when}.`)
}
