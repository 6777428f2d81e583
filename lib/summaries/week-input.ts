import { formatCount } from '@/lib/core/format'
import { valueText } from '@/lib/insights/metrics/value-text'
import type { ReportNames } from '@/lib/insights/reports/name-report'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { addPeriods, cleanText, type FactList, factList, type SummaryInput } from './facts'
import { addMetric, metricsOf } from './metric-facts'
import { namesOf } from './names'

const maxServices = 8
const maxTitles = 5

/** What a model is given about a week: its metrics, outcomes, busiest services and slowest pull requests. */
export function weekInput(report: MetricsReport, names: ReportNames['pullRequests']): SummaryInput {
  const list = factList()
  const about = addPeriods(list, 'A week of deployments to production', report)
  for (const [metric, result] of metricsOf(report)) if (result) addMetric(list, metric, result)
  addOutcomes(list, report)
  const services = (report.services ?? []).filter(({ service }) => service !== null).slice(0, maxServices)
  for (const { service, deployments, changeFailureRate, leadTimeP50Seconds, openIncidents } of services) {
    const name = cleanText(service ?? '')
    list.add(`${name}: deployments that ended`, formatCount(deployments))
    if (changeFailureRate !== null) list.add(`${name}: change failure rate`, valueText(changeFailureRate, 'share'))
    if (leadTimeP50Seconds !== null) list.add(`${name}: median lead time`, valueText(leadTimeP50Seconds, 'seconds'))
    if (openIncidents > 0) list.add(`${name}: open incidents`, formatCount(openIncidents))
  }
  return {
    about,
    titles: addTitles(list, report, names),
    ...namesOf(report, services),
    facts: list.facts,
  }
}

function addOutcomes({ add }: FactList, { deploymentFrequency, recoveryTime }: MetricsReport): void {
  const { success, failure, rolledBack, cancelled } = deploymentFrequency.outcomes
  add('Deployments that succeeded', formatCount(success))
  add('Deployments that failed', formatCount(failure))
  add('Deployments that were rolled back', formatCount(rolledBack))
  add('Deployments that were cancelled', formatCount(cancelled))
  if (!recoveryTime) return
  add('Incidents that were closed', formatCount(recoveryTime.closed.length))
  add('Incidents that are open', formatCount(recoveryTime.open.length))
}

function addTitles(
  { add }: FactList,
  { leadTime }: MetricsReport,
  names: ReportNames['pullRequests'],
): SummaryInput['titles'] {
  return (leadTime?.slowest ?? []).slice(0, maxTitles).flatMap(({ pullRequestId, seconds }) => {
    const known = names.get(pullRequestId)
    if (!known) return []
    const fact = add('Lead time of one of the slowest pull requests', valueText(seconds, 'seconds'))
    return [{ title: cleanText(known.title), fact }]
  })
}
