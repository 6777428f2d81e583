import { accountRows } from './action-rows/accounts'
import { calendarRows } from './action-rows/calendar'
import { deploymentRows } from './action-rows/deployments'
import { goalRows } from './action-rows/goals'
import { incidentRows } from './action-rows/incidents'
import { memberRows } from './action-rows/members'
import { metricRows } from './action-rows/metrics'
import { notificationRows } from './action-rows/notifications'
import { repositoryRows } from './action-rows/repositories'
import { riskRows } from './action-rows/risk'
import type { ActionRow } from './action-rows/row'
import { summaryRows } from './action-rows/summaries'

/** Every server action of the application: a new one has to be added in `action-rows`. */
export const actionRows: readonly ActionRow[] = [
  ...deploymentRows,
  ...repositoryRows,
  ...memberRows,
  ...metricRows,
  ...calendarRows,
  ...goalRows,
  ...riskRows,
  ...incidentRows,
  ...summaryRows,
  ...notificationRows,
  ...accountRows,
]
