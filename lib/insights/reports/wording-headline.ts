import { formatCount, plural } from '@/lib/core/format'
import { valueText } from '@/lib/insights/metrics/value-text'
import { isOver } from '@/lib/time/period'
import type { MetricsReport } from './report'
import { beforeWords, periodWords } from './wording'

/** A part of a sentence; numbers are strong. */
export type Phrase = { text: string; strong: boolean }

type HeadlineReport = Pick<
  MetricsReport,
  | 'filters'
  | 'period'
  | 'dataFrom'
  | 'deploymentFrequency'
  | 'leadTime'
  | 'changeFailureRate'
  | 'recoveryTime'
  | 'locked'
>

/**
 * A report in a sentence: "42 deployments in 30 days, half of all changes were live within 3 h 10 min of merging; 2 of 42
 * failed, recovered in 41 min." What is not known is said to be so; what the plan does not include is left out, and so are
 * days before data begins.
 */
export function headline(report: HeadlineReport): Phrase[] {
  const { success, failure, rolledBack } = report.deploymentFrequency.outcomes
  const ended = success + failure + rolledBack
  const period = periodWords(report.filters, report.dataFrom)
  if (ended === 0) return [strong('No deployment'), plain(` reached production ${period}.`), ...openWords(report)]
  return [
    strong(plural(ended, 'deployment')),
    plain(` ${period}`),
    ...leadTimeWords(report, success, ended),
    ...failureWords(report),
    plain('.'),
    ...openWords(report),
    ...missingWords(report),
  ]
}

function leadTimeWords({ leadTime, locked }: HeadlineReport, success: number, ended: number): Phrase[] {
  if (leadTime === null && locked.includes('leadTime')) {
    return success < ended
      ? [plain(', '), strong(formatCount(success)), plain(' of them successful')]
      : [plain(', all successful')]
  }
  if (!leadTime || leadTime.value === null) return []
  const from = leadTime.from === 'merge' ? 'merging' : 'their first commit'
  return [
    plain(', half of all changes were live within '),
    strong(valueText(leadTime.value, 'seconds')),
    plain(` of ${from}`),
  ]
}

function failureWords({ changeFailureRate, recoveryTime }: HeadlineReport): Phrase[] {
  if (!changeFailureRate || changeFailureRate.value === null) return []
  const { failed, of } = changeFailureRate.overall
  if (failed === 0) return [plain('; none failed')]
  return [
    plain('; '),
    strong(`${formatCount(failed)} of ${formatCount(of)}`),
    plain(' failed'),
    ...recoveryWords(recoveryTime),
  ]
}

type ShippedReport = Pick<MetricsReport, 'filters' | 'period' | 'previousPeriod' | 'deploymentFrequency' | 'leadTime'>

/** "40 successful deployments shipped 61 pull requests, against 35 and 58 (Q2 2026)."; null where the plan has no lead time. */
export function shippedWords(report: ShippedReport): Phrase[] | null {
  const { deploymentFrequency, leadTime, filters, period, previousPeriod } = report
  const { outcomes, previousSuccess } = deploymentFrequency
  if (!leadTime) return null
  const before = beforeWords(filters, period, previousPeriod)
  return [
    strong(plural(outcomes.success, 'successful deployment')),
    plain(' shipped '),
    strong(plural(leadTime.delivered, 'pull request')),
    plain(
      previousSuccess === null
        ? '.'
        : `, against ${formatCount(previousSuccess)} and ${formatCount(leadTime.previousDelivered)} (${before}).`,
    ),
  ]
}

function recoveryWords(recoveryTime: HeadlineReport['recoveryTime']): Phrase[] {
  if (!recoveryTime || recoveryTime.value === null) return []
  const several = recoveryTime.closed.length > 1
  return [
    plain(several ? ', half recovered within ' : ', recovered in '),
    strong(valueText(recoveryTime.value, 'seconds')),
  ]
}

function openWords({ recoveryTime, period }: HeadlineReport): Phrase[] {
  const open = recoveryTime?.open.length ?? 0
  if (open === 0) return []
  const [is, are, then] = isOver(period) ? ['was', 'were', ' when the period ended'] : ['is', 'are', '']
  return [plain(' '), strong(plural(open, 'incident')), plain(` ${open === 1 ? is : are} open${then}.`)]
}

function missingWords({ leadTime }: HeadlineReport): Phrase[] {
  return leadTime?.missing ? [plain(` ${leadTime.missing}`)] : []
}

function strong(text: string): Phrase {
  return { text, strong: true }
}

function plain(text: string): Phrase {
  return { text, strong: false }
}
