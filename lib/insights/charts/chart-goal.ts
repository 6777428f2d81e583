/** A goal as a chart draws it: a line at a value, from its first to its last bucket. */
export type ChartGoal = {
  id: number
  /** "Goal 1 d" */
  label: string
  /** "Goal 1 d since 27 Nov 2026" */
  words: string
  /** In the unit of the chart. */
  value: number
  first: number
  last: number
}
