import type { Better, Unit } from './metric-value'
import { changeText, valueText } from './value-text'

/** What a metric should reach, from one day to another, such as "2026-11-27", both included. */
export type Goal = {
  id: number
  /** Slug of the metric. */
  metric: string
  /** Null for the organization. */
  team: string | null
  /** In the unit of the metric. */
  value: number
  firstDay: string
  /** Null while it holds. */
  lastDay: string | null
}

/** The goal of a metric that holds on a day, that of a team before that of the organization; null for none. */
export function goalOn(goals: readonly Goal[], metric: string, day: string): Goal | null {
  const holding = goals.filter(
    (goal) => goal.metric === metric && goal.firstDay <= day && (goal.lastDay === null || goal.lastDay >= day),
  )
  return holding.find(({ team }) => team !== null) ?? holding[0] ?? null
}

/** A number as a goal judges it. */
type Judged = { value: number | null; unit: Unit; better: Better }

/** Whether a value is as good as its goal or better; null without a value. */
export function isMet({ value, better }: Pick<Judged, 'value' | 'better'>, goal: Goal): boolean | null {
  if (value === null) return null
  return better === 'lower' ? value <= goal.value : value >= goal.value
}

/** How a value stands to its goal: "met", "4 h above", "2 points above"; null without a value. */
export function standingText(judged: Judged, goal: Goal): string | null {
  const met = isMet(judged, goal)
  if (judged.value === null || met === null) return null
  if (met) return 'met'
  const text = changeText(goal.value, judged.value, judged.unit)
  const side = judged.value > goal.value ? 'above' : 'below'
  return text === '±0' ? `just ${side}` : `${text.slice(1)} ${side}`
}

/** "Goal 1 d"; where a report is narrowed, also of what: "Goal of the organization 1 d", "Goal of team Payments 1 d". */
export function goalText({ value, team }: Pick<Goal, 'value' | 'team'>, unit: Unit, narrowed: boolean): string {
  const of = team === null ? (narrowed ? ' of the organization' : '') : ` of team ${team}`
  return `Goal${of} ${valueText(value, unit)}`
}
