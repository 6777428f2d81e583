import { formatDate } from '@/lib/core/format'
import { dayOf } from '@/lib/time/days'
import { elapsedDaysOf, type Period, startOfDay } from '@/lib/time/period'
import type { Measured } from './metric-value'
import type { MetricSettings } from './settings'

/** What every metric is measured in. */
export type MetricContext = {
  period: Period
  /** What it is compared with: usually the same number of days just before. */
  previousPeriod: Period
  settings: MetricSettings
  /** The first production deployment that the organization has, in milliseconds since 1970; null for none at all. */
  dataFrom: number | null
}

/** What a sentence about missing data is about. */
export type When = 'in this period' | 'in the period before'

/** Days of a period that have passed, without those before the day of an instant. */
export function countedDays(period: Period, fromMs: number): number {
  const from = startOfDayOf(fromMs, period.timeZone)
  return elapsedDaysOf(
    period.days.filter((day) => day.from >= from),
    period.now,
  )
}

/** Days that rows are divided by, and those before them that are left out; null and the reason where there are none. */
export type CountedDays = { skippedDays: number } & ({ days: number; missing: null } | { days: null; missing: string })

/** Said instead of a rate: of one deployment, the first minutes of a day would make hundreds a day. */
export const lessThanADay = 'Less than a day has passed.'

/** Days of a period that have passed from the day of an instant on; none below one. */
export function daysFrom(fromMs: number, period: Period): CountedDays {
  const days = countedDays(period, fromMs)
  const skippedDays = Math.round(period.elapsedDays - days)
  return days < 1 ? { days: null, skippedDays, missing: lessThanADay } : { days, skippedDays, missing: null }
}

/** Days that deployments are divided by: those that have passed from the day of the first production deployment on. */
export function deploymentDays({ period, dataFrom }: MetricContext): CountedDays {
  if (dataFrom === null) return { days: null, skippedDays: 0, missing: noDeployment }
  if (period.elapsedDays === 0) return { days: null, skippedDays: 0, missing: 'This period has not begun.' }
  if (dataFrom < period.to.getTime()) return daysFrom(dataFrom, period)
  const first = formatDate(new Date(dataFrom), period.timeZone)
  return { days: null, skippedDays: 0, missing: `The first production deployment was on ${first}, after this period.` }
}

/** The number of the period before, or nothing where that one began before the day of the first production deployment. */
export function comparable({ previousPeriod, dataFrom }: MetricContext, measure: () => Measured): Measured {
  if (dataFrom === null) return { value: null, missing: noDeployment }
  if (previousPeriod.elapsedDays === 0) return { value: null, missing: 'The period before has not begun.' }
  const { timeZone } = previousPeriod
  if (previousPeriod.from >= startOfDayOf(dataFrom, timeZone)) return measure()
  const first = formatDate(new Date(dataFrom), timeZone)
  return { value: null, missing: `Data begins on ${first}.` }
}

const noDeployment = 'No production deployment has been recorded yet.'

function startOfDayOf(instantMs: number, timeZone: string): Date {
  return startOfDay(dayOf(new Date(instantMs), timeZone), timeZone)
}
