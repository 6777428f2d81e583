import type { ChartGoal } from '@/lib/insights/charts/chart-goal'
import { type Goal, goalOn, goalText, standingText } from '@/lib/insights/metrics/goal'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import type { Bucket } from '@/lib/time/period'
import type { MetricFilters } from './filters'
import { daysText, narrowedWords } from './wording'

type Goals = { goals: readonly Goal[]; filters: MetricFilters }

/** How a number stands to the goal of the last day of its period; null without a goal. */
export function goalWords(
  { goals, filters }: Goals,
  { slug, unit, better }: AnyMetric,
  { value }: Pick<MetricValue, 'value'>,
): { words: string; held: string } | null {
  const goal = goalOn(goals, slug, filters.lastDay)
  if (!goal) return null
  const text = goalText(goal, unit, narrowedWords(filters) !== null)
  const standing = standingText({ value, unit, better }, goal)
  return { words: standing === null ? text : `${text}, ${standing}`, held: heldText(goal) }
}

/** "since 27 Nov 2026", "from 3 to 26 Nov 2026". */
export function heldText({ firstDay, lastDay }: Pick<Goal, 'firstDay' | 'lastDay'>): string {
  return lastDay === null ? `since ${daysText(firstDay, firstDay)}` : `from ${daysText(firstDay, lastDay)}`
}

/** The goals of a metric over the buckets of a chart; those of a rate a day are counts of a bucket there. */
export function chartGoals(
  { goals, filters }: Goals,
  { slug, unit }: Pick<AnyMetric, 'slug' | 'unit'>,
  buckets: readonly Pick<Bucket, 'firstDay' | 'lastDay'>[],
): ChartGoal[] {
  const isWeekly = buckets.some(({ firstDay, lastDay }) => firstDay !== lastDay)
  const size = unit === 'per day' && isWeekly ? 7 : 1
  const lines: ChartGoal[] = []
  for (const [index, { lastDay }] of buckets.entries()) {
    const goal = goalOn(goals, slug, lastDay)
    if (!goal) continue
    const line = lines.at(-1)
    if (line?.id === goal.id && line.last === index - 1) {
      line.last = index
      continue
    }
    const label = goalText(goal, unit, narrowedWords(filters) !== null)
    const words = `${label} ${heldText(goal)}`
    lines.push({ id: goal.id, label, words, value: goal.value * size, first: index, last: index })
  }
  return lines
}
