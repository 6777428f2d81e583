import { valuesOf } from '@/lib/metrics/column'
import type { MetricContext } from '@/lib/metrics/context'
import { cycleSeconds } from '@/lib/metrics/cycle-time'
import type { MetricSlug } from '@/lib/metrics/definition'
import type { Distribution } from '@/lib/metrics/distribution'
import type { Figure } from '@/lib/metrics/figure'
import { type LeadTime, leadSeconds } from '@/lib/metrics/lead-time'
import { outcomesOf } from '@/lib/metrics/outcomes'
import { type ReportSamples, recipes } from '@/lib/reports/compute-metrics'
import type { MetricName } from '@/lib/reports/report'
import { medianWords, shareWords } from './calculation'
import { failureRateWords, frequencyWords, reworkWords, throughputWords } from './calculations'

/** A number, and the calculation that leads to it from its rows; null for no number. */
export type Measure = {
  figure: Figure | LeadTime
  calculation: string | null
  /** Of numbers that are medians; null for others and without a sample. */
  spread: Distribution | null
  stages: LeadTime['stages']
}

type Source = {
  /** Its name in a report, which tells what has to be loaded for it. */
  name: MetricName
  measure: (samples: ReportSamples, context: MetricContext) => Measure
}

const none = { spread: null, stages: null }

/** How each number is made and told of samples. */
export const measures: Record<MetricSlug, Source> = {
  'deployment-frequency': {
    name: 'deploymentFrequency',
    measure: (samples, context) => {
      const figure = recipes.deploymentFrequency.compute(samples, context)
      return { ...none, figure, calculation: frequencyWords(figure) }
    },
  },
  'lead-time': {
    name: 'leadTime',
    measure: (samples, context) => {
      const figure = recipes.leadTime.compute(samples, context)
      const calculation =
        figure.value === null ? null : medianWords(leadSeconds(samples.current.deliveries, figure.from))
      return { figure, calculation, spread: figure.distribution, stages: figure.stages }
    },
  },
  'change-failure-rate': {
    name: 'changeFailureRate',
    measure: (samples, context) => {
      const figure = recipes.changeFailureRate.compute(samples, context)
      const outcomes = outcomesOf(samples.current.deployments)
      const calculation = failureRateWords(figure, outcomes, context.settings.rolledBackFails)
      return { ...none, figure, calculation }
    },
  },
  'recovery-time': {
    name: 'recoveryTime',
    measure: (samples, context) => {
      const figure = recipes.recoveryTime.compute(samples, context)
      const calculation = figure.value === null ? null : medianWords(valuesOf(figure.closed, ({ seconds }) => seconds))
      return { ...none, figure, calculation, spread: figure.distribution }
    },
  },
  'rework-rate': {
    name: 'reworkRate',
    measure: (samples, context) => {
      const figure = recipes.reworkRate.compute(samples, context)
      return { ...none, figure, calculation: reworkWords(figure) }
    },
  },
  coverage: {
    name: 'coverage',
    measure: (samples, context) => {
      const figure = recipes.coverage.compute(samples, context)
      const { value, linked, of } = figure
      const calculation =
        value === null ? null : shareWords([[linked, 'with a pull request']], of, 'successful deployment')
      return { ...none, figure, calculation }
    },
  },
  'cycle-time': {
    name: 'cycleTime',
    measure: (samples, context) => {
      const figure = recipes.cycleTime.compute(samples, context)
      const seconds = cycleSeconds(samples.current.merges)
      const calculation = figure.value === null ? null : medianWords(seconds)
      return { ...none, figure, calculation, spread: figure.distribution }
    },
  },
  throughput: {
    name: 'throughput',
    measure: (samples, context) => {
      const figure = recipes.throughput.compute(samples, context)
      return { ...none, figure, calculation: throughputWords(figure) }
    },
  },
}
