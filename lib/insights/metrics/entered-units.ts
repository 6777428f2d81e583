import type { Unit } from './metric-value'

/** How people enter the value of an alert or a goal, and what one of it is in the unit of the metric. */
export const enteredUnits: Record<Unit, { label: string; size: number }> = {
  seconds: { label: 'hours', size: 3600 },
  share: { label: '%', size: 0.01 },
  'per day': { label: 'a day', size: 1 },
  lines: { label: 'lines', size: 1 },
  count: { label: '', size: 1 },
}
