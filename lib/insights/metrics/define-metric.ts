import type { Feature } from '@/lib/accounts/plans/entitlements'
import { runAtOnce, type Steps } from '@/lib/core/steps'
import type { Bucket, Period } from '@/lib/time/period'
import { medianWords } from './calculation'
import type { MetricContext } from './context'
import type { Contributions } from './contributions'
import type { Row } from './drilldown/columns'
import type { Drilldown } from './drilldown/drilldown'
import type { KnownSelections } from './drilldown/selection'
import { type Leveled, notLeveled } from './levels'
import { type Better, changeOf, type Measured, type MetricValue, type Provenance, type Unit } from './metric-value'
import type { Evidence } from './noise'
import type { MetricSamples, Needs } from './samples'
import type { MetricSettings } from './settings'

/** What a number means, in words that can be shown next to it. */
export type Definition = {
  /** One or two sentences. */
  definition: string
  /** `successful production deployments ÷ days`. */
  formula: string
  source: Source | null
}

/** `before` is what has to be said before its title: that a number is not the one that the source defines. */
export type Source = { before?: string; title: string; url: string }

/** The source of the five. */
export const doraMetrics: Source = {
  title: 'DORA’s software delivery performance metrics',
  url: 'https://dora.dev/guides/dora-metrics/',
}

/** The course of a number over the days or weeks of a period, one value for each; null where there is no data. */
export type Course = {
  kind: 'line' | 'bars'
  /** What it shows: "Successes per day". */
  words: string
  buckets: readonly Bucket[]
  values: readonly (number | null)[]
  unit: Unit
}

/** A part of a number, in its unit, in both periods; they add up to a mean of it. */
export type Part = { name: string; value: number; previous: number }

type Of<Result> = (samples: MetricSamples, context: MetricContext) => Result

/** The rows behind a number, and what they can be selected and sorted by. */
type MetricRows = KnownSelections & {
  /** Usually of the period alone, where the number is compared with the period before. */
  needs: Needs
  /** Fills in what follows from values that are looked up by the ids of a row. */
  complete?: (row: Row) => Row
}

type Described<Slug extends string, Result, Included extends Feature> = {
  /** Its name in addresses: `lead-time`. */
  slug: Slug
  title: string
  /** What a plan has to include for it. */
  feature: Included
  /** Whether it is one of the five at the top of a report. */
  isKey?: boolean
  unit: Unit
  better: Better
  /** A row that enters it, and several where their plural is irregular. */
  sample: readonly [one: string, many?: string]
  define(settings: MetricSettings): Definition
  needs: Needs
  /** `like` is the period whose course it stands beside, cut by the day or by the week as that one is. */
  course?(result: Result, period: Period, like?: Period): Course
  /** What its mean is made of, one after the other; null where that is not known of both periods. */
  stages?(result: Result): Part[] | null
  /** Whether it is made of pull requests that deployments are tied to, so that it is as good as their coverage. */
  restsOnCoverage?: boolean
  /** Which of several definitions a value has: "from the merge". */
  variant?(result: Result): string
  /** The value by another definition. */
  also?(result: Result): string | null
  /** How it is counted where that can be set, as a sentence. */
  setting?(settings: MetricSettings): string
  /** What is to be said of its levels. */
  levelsNote?: string
  /** What it has yet to count, as a sentence. */
  notYetCounted?: string
}

/**
 * A metric as it is written: `compute` measures two periods, and adds what only this metric has. What takes long for very
 * many services is made in steps.
 */
type Written<Slug extends string, Details extends object, Included extends Feature> = Described<
  Slug,
  MetricValue & Details,
  Included
> & {
  compute: Of<Computed<Details> | Steps<Computed<Details>>>
  rows: MetricRows & { of: Of<Drilldown | Steps<Drilldown>> }
  /** Of a median: the values that it is the middle of, NaN for none. */
  median?: (samples: MetricSamples, result: MetricValue & Details) => Float64Array
  /** Of other numbers: how the value comes about, where there is one. */
  calculation?: (result: MetricValue & Details, settings: MetricSettings) => string | null
}

type Computed<Details> = {
  current: Measured
  previous: Measured
  /** What both were made of. */
  evidence: Evidence
  /** Who the change came from; it is only found where there is one. */
  split?: Steps<Contributions>
  provenance: Provenance
  leveled?: Leveled
  details: Details
}

/** A metric as it is read; `name` is its name in a report and in JSON. */
export type Metric<
  Slug extends string = string,
  Details extends object = object,
  Included extends Feature = Feature,
> = Described<Slug, MetricValue & Details, Included> & {
  name: NameOf<Slug>
  /** In one go, for few samples. */
  compute: Of<MetricValue & Details>
  computeInSteps: Of<Steps<MetricValue & Details>>
  rows: MetricRows & { of: Of<Drilldown>; ofInSteps: Of<Steps<Drilldown>> }
  /**
   * How the value comes about: "42 successful deployments ÷ 30 days = 1.4 a day". Null without a value, and for a median
   * whose samples are not given, which all of them make.
   */
  calculation(result: MetricValue & Details, settings: MetricSettings, samples: MetricSamples | null): string | null
}

/** `leadTime` of `lead-time`. */
type NameOf<Slug extends string> = Slug extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<NameOf<Rest>>}`
  : Slug

/** What a metric computes. */
export type ResultOf<Defined> = Defined extends { compute: Of<infer Result> } ? Result : never

/** A number with everything that page, drill-down, CSV, command line and JSON show of it. */
export function defineMetric<Slug extends string, Details extends object, Included extends Feature>(
  written: Written<Slug, Details, Included>,
): Metric<Slug, Details, Included> {
  const { compute, rows, median, calculation, ...described } = written
  const { slug, unit, better } = described
  const computeInSteps: Of<Steps<MetricValue & Details>> = function* (samples, context) {
    const computed = yield* stepsOf(compute(samples, context))
    const { current, previous, evidence, split, provenance, leveled = notLeveled, details } = computed
    const change = changeOf(current.value, previous.value, better, evidence)
    return {
      value: current.value,
      unit,
      missing: current.missing,
      ...leveled,
      previous: previous.value,
      previousMissing: previous.missing,
      change,
      contributions: change && split ? yield* split : null,
      provenance,
      ...details,
    }
  }
  const rowsInSteps: Of<Steps<Drilldown>> = (samples, context) => stepsOf(rows.of(samples, context))
  return {
    ...described,
    name: slug.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as NameOf<Slug>,
    compute: (samples, context) => runAtOnce(computeInSteps(samples, context)),
    computeInSteps,
    rows: {
      ...rows,
      of: (samples, context) => runAtOnce(rowsInSteps(samples, context)),
      ofInSteps: rowsInSteps,
    },
    calculation: (result, settings, samples) => {
      if (result.value === null) return null
      if (median) return samples && medianWords(median(samples, result), unit)
      return calculation?.(result, settings) ?? null
    },
  }
}

/** What is made in one go has no step. */
function* stepsOf<Result extends object>(result: Result | Steps<Result>): Steps<Result> {
  return 'next' in result ? yield* result : result
}
