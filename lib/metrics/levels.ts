export type Level = 'elite' | 'high' | 'medium' | 'low'

/** Metrics that have levels. */
export type LeveledMetric = 'deploymentFrequency' | 'leadTime' | 'changeFailureRate' | 'recoveryTime'

type Edge = { edge: number; text: string }
type Edges = Record<Exclude<Level, 'low'>, Edge>

const hour = 3_600
const day = 24 * hour
const week = 7 * day
const month = 30 * day

const underAnHour = { edge: hour, text: 'less than 1 hour' }
const underADay = { edge: day, text: 'less than 1 day' }
const underAWeek = { edge: week, text: 'less than 1 week' }
const underAMonth = { edge: month, text: 'less than 1 month' }
const aDay = { edge: 1, text: 'at least 1 a day' }
const aWeek = { edge: 1 / 7, text: 'at least 1 a week' }
const aMonth = { edge: 1 / 30, text: 'at least 1 a month' }
const aHalfYear = { edge: 1 / 182, text: 'at least 1 in 6 months' }

const failureRates: Edges = {
  elite: { edge: 0.05, text: 'at most 5%' },
  high: { edge: 0.1, text: 'at most 10%' },
  medium: { edge: 0.15, text: 'at most 15%' },
}
const recoveryTimes: Edges = { elite: underAnHour, high: underADay, medium: underAWeek }

/** Frequencies are a day, times in seconds, rates are shares. */
const tables: Record<number, Record<LeveledMetric, Edges>> = {
  2023: {
    deploymentFrequency: { elite: aDay, high: aWeek, medium: aMonth },
    leadTime: { elite: underADay, high: underAWeek, medium: underAMonth },
    changeFailureRate: failureRates,
    recoveryTime: recoveryTimes,
  },
  2026: {
    deploymentFrequency: { elite: aDay, high: aMonth, medium: aHalfYear },
    leadTime: { elite: underAnHour, high: underAWeek, medium: underAMonth },
    changeFailureRate: failureRates,
    recoveryTime: recoveryTimes,
  },
}

const reaches: Record<LeveledMetric, (value: number, edge: number) => boolean> = {
  deploymentFrequency: (value, edge) => value >= edge,
  leadTime: (value, edge) => value < edge,
  changeFailureRate: (value, edge) => value <= edge,
  recoveryTime: (value, edge) => value < edge,
}

/** Years that there is a table of levels for, the oldest first. */
export const benchmarkYears: readonly number[] = Object.keys(tables).map(Number)

export const defaultBenchmarkYear = 2026

/**
 * The level of a value in the table of a year: deployments a day, seconds, or a share of 0 to 1. Throws a RangeError for
 * a year that has no table.
 */
export function levelOf(metric: LeveledMetric, value: number, year: number): Level {
  const { elite, high, medium } = edgesOf(metric, year)
  const reached = reaches[metric]
  if (reached(value, elite.edge)) return 'elite'
  if (reached(value, high.edge)) return 'high'
  return reached(value, medium.edge) ? 'medium' : 'low'
}

/** The levels of a metric in a year, the best first, in words: "at least 1 a day". Throws like `levelOf`. */
export function levelEdges(metric: LeveledMetric, year: number): { level: Level; text: string; edge: number | null }[] {
  const { elite, high, medium } = edgesOf(metric, year)
  return [
    { level: 'elite', ...elite },
    { level: 'high', ...high },
    { level: 'medium', ...medium },
    { level: 'low', text: metric === 'deploymentFrequency' ? 'less' : 'more', edge: null },
  ]
}

function edgesOf(metric: LeveledMetric, year: number): Edges {
  const table = tables[year]
  if (!table) throw new RangeError(`There is no table of levels for ${year}. Choose ${benchmarkYears.join(' or ')}.`)
  return table[metric]
}
