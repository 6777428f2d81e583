import type { MetricContext } from '@/lib/metrics/context'
import type { MetricSlug } from '@/lib/metrics/definition'
import type { Distribution } from '@/lib/metrics/distribution'
import type { Figure } from '@/lib/metrics/figure'
import type { LeadTime } from '@/lib/metrics/lead-time'
import { type ReportSamples, recipes } from '@/lib/reports/compute-metrics'
import type { MetricName } from '@/lib/reports/report'
import type { Book } from './book'
import { medianWords, perDayWords, shareWords } from './calculation'
import { coverageBook, failureRateBook, frequencyBook, reworkBook } from './deployment-books'
import { incidentBook } from './incident-book'
import { cycleTimeBook, leadTimeBook } from './pull-request-books'
import { throughputBook } from './throughput-book'

/** A number with its rows, and the calculation that leads from them to it; null for no number. */
export type Measure = {
  figure: Figure
  calculation: string | null
  /** Of numbers that are medians; null for others and without a sample. */
  spread: Distribution | null
  stages: LeadTime['stages']
  book: Book
}

type Source = {
  /** What has to be loaded for it. */
  names: readonly MetricName[]
  measure: (samples: ReportSamples, context: MetricContext) => Measure
}

const none = { spread: null, stages: null }

/** How each number and its rows come from the same samples. */
export const sources: Record<MetricSlug, Source> = {
  'deployment-frequency': {
    names: ['deploymentFrequency'],
    measure: (samples, context) => {
      const figure = recipes.deploymentFrequency.compute(samples, context)
      const { days, outcomes } = figure
      const book = frequencyBook(samples.current.deployments, context, days)
      return {
        ...none,
        figure,
        book,
        calculation: days === null ? null : perDayWords(outcomes.success, 'successful deployment', days),
      }
    },
  },
  'lead-time': {
    names: ['leadTime'],
    measure: (samples, context) => {
      const figure = recipes.leadTime.compute(samples, context)
      const book = leadTimeBook(samples.current.deliveries, context)
      const calculation = figure.value === null ? null : medianWords(secondsOf(book, 'leadTimeSeconds'))
      return { figure, book, calculation, spread: figure.distribution, stages: figure.stages }
    },
  },
  'change-failure-rate': {
    names: ['changeFailureRate', 'deploymentFrequency'],
    measure: (samples, context) => {
      const figure = recipes.changeFailureRate.compute(samples, context)
      const { failure, rolledBack } = recipes.deploymentFrequency.compute(samples, context).outcomes
      const failed: [number, string][] = [[failure, 'failed']]
      if (context.choices.rolledBackFails) failed.push([rolledBack, 'rolled back'])
      const calculation = figure.value === null ? null : shareWords(failed, figure.overall.of, 'deployment')
      return { ...none, figure, calculation, book: failureRateBook(samples.current.deployments, context) }
    },
  },
  'recovery-time': {
    names: ['recoveryTime'],
    measure: (samples, context) => {
      const figure = recipes.recoveryTime.compute(samples, context)
      const book = incidentBook(figure, context)
      const calculation = figure.value === null ? null : medianWords(secondsOf(book, 'recoverySeconds'))
      return { ...none, figure, book, calculation, spread: figure.distribution }
    },
  },
  'rework-rate': {
    names: ['reworkRate', 'recoveryTime'],
    measure: (samples, context) => {
      const figure = recipes.reworkRate.compute(samples, context)
      const { closed } = recipes.recoveryTime.compute(samples, context)
      const { value, rework, of } = figure
      const calculation =
        value === null ? null : shareWords([[rework, 'closed an incident']], of, 'successful deployment')
      return { ...none, figure, calculation, book: reworkBook(samples.current.deployments, context, closed) }
    },
  },
  coverage: {
    names: ['coverage', 'deploymentFrequency'],
    measure: (samples, context) => {
      const figure = recipes.coverage.compute(samples, context)
      const { value, linked, of } = figure
      const calculation =
        value === null ? null : shareWords([[linked, 'with a pull request']], of, 'successful deployment')
      return { ...none, figure, calculation, book: coverageBook(samples.current.deployments, context) }
    },
  },
  'cycle-time': {
    names: ['cycleTime'],
    measure: (samples, context) => {
      const figure = recipes.cycleTime.compute(samples, context)
      const book = cycleTimeBook(samples.current.merges, context)
      const calculation = figure.value === null ? null : medianWords(secondsOf(book, 'cycleTimeSeconds'))
      return { ...none, figure, book, calculation, spread: figure.distribution }
    },
  },
  throughput: {
    names: ['throughput'],
    measure: (samples, context) => {
      const figure = recipes.throughput.compute(samples, context)
      const { days, merged } = figure
      const book = throughputBook(samples.current, context, days)
      return {
        ...none,
        figure,
        book,
        calculation: days === null ? null : perDayWords(merged, 'merged pull request', days),
      }
    },
  },
}

type SecondsColumn = 'leadTimeSeconds' | 'recoverySeconds' | 'cycleTimeSeconds'

function secondsOf(book: Book, column: SecondsColumn): number[] {
  return book.slice(0, book.total).flatMap((row) => row[column] ?? [])
}
