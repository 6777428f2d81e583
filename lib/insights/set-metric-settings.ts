import type { Actor } from '@/lib/accounts/actor'
import { changeSetting } from '@/lib/accounts/organizations/change-setting'
import type { MetricSettings } from '@/lib/insights/metrics/settings'

type Changes = { [Name in 'leadTimeFrom' | 'rolledBackFails']?: MetricSettings[Name] | undefined }

/**
 * Sets how the metrics of an organization are counted; what is not given stays as it is. Throws `not_found`.
 */
export async function setMetricSettings(actor: Actor, { leadTimeFrom, rolledBackFails }: Changes): Promise<void> {
  if (leadTimeFrom !== undefined) await changeSetting(actor, 'leadTimeFrom', leadTimeFrom)
  if (rolledBackFails !== undefined) await changeSetting(actor, 'rolledBackFails', rolledBackFails)
}
