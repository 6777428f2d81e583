import { deploymentDays, type MetricContext } from '@/lib/metrics/context'
import type { MetricSlug } from '@/lib/metrics/definition'
import { allIncidents, closedIn } from '@/lib/metrics/recovery-time'
import { incidentSamplesOf, incidents, type Needs, type ReportSamples, recipes } from '@/lib/reports/compute-metrics'
import type { Wanted } from '@/lib/reports/load-samples'
import type { Book } from './book'
import { coverageBook, failureRateBook, frequencyBook, reworkBook } from './deployment-books'
import { incidentBook } from './incident-book'
import { cycleTimeBook, leadTimeBook } from './pull-request-books'
import { throughputBook } from './throughput-book'

type Rows = {
  /** What the rows are made of: of most the period alone, where the number is told against the one before. */
  needs: Needs
  bookOf: (samples: ReportSamples, context: MetricContext) => Book
}

const onlyCurrent = (current: Wanted): Needs => ({ current, previous: {}, needsLeadIn: false })

/** How the rows behind each number come from samples. */
export const books: Record<MetricSlug, Rows> = {
  'deployment-frequency': {
    needs: onlyCurrent({ deployments: true }),
    bookOf: ({ current }, context) => frequencyBook(current.deployments, context, deploymentDays(context).days),
  },
  'lead-time': {
    needs: onlyCurrent({ deliveries: 'deploymentId' }),
    bookOf: ({ current }, context) => leadTimeBook(current.deliveries, context),
  },
  'change-failure-rate': {
    needs: onlyCurrent({ deployments: true }),
    bookOf: ({ current }, context) => failureRateBook(current.deployments, context),
  },
  'recovery-time': {
    needs: incidents,
    bookOf: (samples, context) => {
      const all = incidentsOf(samples, context)
      const open = all.filter(({ closedAt }) => closedAt === null)
      return incidentBook([...open, ...closedIn(context.period, all)], context)
    },
  },
  'rework-rate': {
    needs: incidents,
    bookOf: (samples, context) => {
      const closed = closedIn(context.period, incidentsOf(samples, context))
      return reworkBook(samples.current.deployments, context, closed)
    },
  },
  coverage: {
    needs: onlyCurrent({ deployments: true }),
    bookOf: ({ current }, context) => coverageBook(current.deployments, context),
  },
  'cycle-time': {
    needs: onlyCurrent({ merges: 'pullRequestId' }),
    bookOf: ({ current }, context) => cycleTimeBook(current.merges, context),
  },
  throughput: {
    // The days that merges are divided by depend on what was merged and delivered before.
    needs: {
      ...recipes.throughput.needs,
      current: { merges: 'pullRequestId', opened: 'pullRequestId', deliveries: 'pullRequestId' },
    },
    bookOf: (samples, context) =>
      throughputBook(samples.current, context, recipes.throughput.compute(samples, context).days),
  },
}

function incidentsOf(samples: ReportSamples, { settings }: MetricContext) {
  return allIncidents(incidentSamplesOf(samples), settings.rolledBackFails)
}
