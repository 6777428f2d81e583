import { MetricSettings } from '@/components/settings/metric-settings'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { settingsOf, startText } from '@/lib/insights/metrics/settings'
import { saveMetricSettings } from './actions'

type Props = { organization: Organization; mayManage: boolean }

export function CountingSection({ organization, mayManage }: Props) {
  const { leadTimeFrom, rolledBackFails } = settingsOf(organization, null)
  return (
    <Section
      id="metrics"
      lead="Everyone in the organization sees the same numbers. A change applies to past deployments as well."
      title="How metrics are counted"
    >
      {mayManage ? (
        <MetricSettings
          action={saveMetricSettings}
          leadTimeFrom={leadTimeFrom}
          organization={organization.slug}
          rolledBackFails={rolledBackFails}
        />
      ) : (
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-8 gap-y-2 text-sm">
          <dt className="text-muted">Lead time</dt>
          <dd className="font-medium">{startText[leadTimeFrom]}</dd>
          <dt className="text-muted">Rolled back</dt>
          <dd className="font-medium">{rolledBackFails ? 'counts as failed' : 'does not count as failed'}</dd>
        </dl>
      )}
    </Section>
  )
}
