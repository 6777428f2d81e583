import type { MetricSettings } from '@/lib/metrics/settings'
import { changeSetting } from '@/lib/organizations/change-setting'

type Changes = { [Name in 'leadTimeFrom' | 'rolledBackFails']?: MetricSettings[Name] | undefined }

/**
 * Sets how the metrics of an organization are counted; what is not given stays as it is. `userId` is who does it, null
 * for the command line. Throws `not_found`.
 */
export async function setMetricSettings(
  organizationId: number,
  { leadTimeFrom, rolledBackFails }: Changes,
  userId: number | null = null,
): Promise<void> {
  if (leadTimeFrom !== undefined) await changeSetting(organizationId, 'leadTimeFrom', leadTimeFrom, userId)
  if (rolledBackFails !== undefined) await changeSetting(organizationId, 'rolledBackFails', rolledBackFails, userId)
}
