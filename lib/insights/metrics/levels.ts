import { plural } from '@/lib/core/format'
import { report, table } from './state-of-devops-2023'

export type Level = 'elite' | 'high' | 'medium' | 'low'

/** Metrics that have levels. */
export type LeveledMetric = keyof typeof table

export type Leveled = {
  /** Null without a value, for numbers that have no levels, and for too small a sample. */
  level: Level | null
  /** Why a value has no level although its metric has them: "No level: 7 of 10 deployments needed". */
  noLevel: string | null
}

/** The report that levels are taken from. */
export const levelsReport = report

/** Rows that a level needs, and what they are. */
const samples: Record<LeveledMetric, { least: number; one: string }> = {
  deploymentFrequency: { least: 10, one: 'successful deployment' },
  leadTime: { least: 10, one: 'pull request' },
  changeFailureRate: { least: 10, one: 'deployment' },
  recoveryTime: { least: 5, one: 'incident' },
}

/** What a level needs, where several numbers stand side by side. */
export const levelNeeds = 'A level needs 10 deployments, 10 pull requests or 5 incidents.'

const reaches: Record<LeveledMetric, (value: number, edge: number) => boolean> = {
  deploymentFrequency: (value, edge) => value >= edge,
  leadTime: (value, edge) => value < edge,
  changeFailureRate: (value, edge) => value <= edge,
  recoveryTime: (value, edge) => value < edge,
}

/** Of numbers that have no levels, or no value. */
export const notLeveled: Leveled = { level: null, noLevel: null }

/** The level of a value made of so many rows: deployments a day, seconds, or a share of 0 to 1; null for no value. */
export function levelOf(metric: LeveledMetric, value: number | null, sampleSize: number): Leveled {
  if (value === null) return notLeveled
  const { least, one } = samples[metric]
  if (sampleSize < least) return { level: null, noLevel: `No level: ${sampleSize} of ${plural(least, one)} needed` }
  const { elite, high, medium } = table[metric]
  const reached = reaches[metric]
  if (reached(value, elite.edge)) return { level: 'elite', noLevel: null }
  if (reached(value, high.edge)) return { level: 'high', noLevel: null }
  return { level: reached(value, medium.edge) ? 'medium' : 'low', noLevel: null }
}

/** The levels of a metric, the best first, in words: "at least 1 a day"; null for one that has none. */
export function levelEdges(metric: string): { level: Level; text: string }[] | null {
  if (!isLeveled(metric)) return null
  const { elite, high, medium } = table[metric]
  return [
    { level: 'elite', text: elite.text },
    { level: 'high', text: high.text },
    { level: 'medium', text: medium.text },
    { level: 'low', text: metric === 'deploymentFrequency' ? 'less' : 'more' },
  ]
}

function isLeveled(metric: string): metric is LeveledMetric {
  return metric in table
}
