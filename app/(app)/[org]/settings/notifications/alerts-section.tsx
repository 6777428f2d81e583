import { organizationSection } from '@/app/organization-page'
import { AddAlert } from '@/components/notifications/add-alert'
import { AlertList } from '@/components/notifications/alert-list'
import { ButtonForm } from '@/components/ui/button-form'
import { EmptyState } from '@/components/ui/empty-state'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { enteredUnits } from '@/lib/insights/metrics/entered-units'
import { metrics } from '@/lib/insights/metrics/registry'
import { listFilterChoices } from '@/lib/insights/reports/filter-choices'
import { listAlerts } from '@/lib/notifications/alerts/list'
import { addAlert, forgetAlert } from './actions'

type Props = { organization: Organization; mayManage: boolean; now: Date }

export const AlertsSection = organizationSection(readAlertsSection)

async function readAlertsSection({ organization, mayManage, now }: Props) {
  const { id, slug, timeZone } = organization
  const alerts = await listAlerts(id)
  const { services, teams, teamsLeftOut } = await listFilterChoices(id)
  const offered = {
    metrics: metrics.map(({ slug: value, title, unit }) => ({ value, title, unit: enteredUnits[unit].label })),
    services,
    teams,
    teamsLeftOut,
  }
  return (
    <Section
      id="alerts"
      lead="Destinations are notified when a metric of the last 28 days crosses a value, and again when it is back by 5%. Metrics are checked once an hour and need 10 rows."
      title="Metric alerts"
    >
      {alerts.length === 0 ? (
        <EmptyState title="No metric alert yet">
          <p>
            {mayManage
              ? 'Say, for example, that a change failure rate above 15% is worth a message.'
              : 'An owner or a manager can set one.'}
          </p>
        </EmptyState>
      ) : (
        <AlertList
          alerts={alerts}
          now={now}
          remove={({ id: alertId, subject }) =>
            mayManage && (
              <ButtonForm action={forgetAlert} busy="Removing…" hidden={{ organization: slug, alertId }} look="quiet">
                Remove<span className="sr-only"> {subject}</span>
              </ButtonForm>
            )
          }
          timeZone={timeZone}
        />
      )}
      {mayManage && <AddAlert action={addAlert} offered={offered} organization={slug} />}
    </Section>
  )
}
