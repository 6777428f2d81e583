import { organizationSection } from '@/app/organization-page'
import { Section } from '@/components/ui/section'
import { SignalRows } from '@/components/week/signal-rows'
import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { listSignalsOfPeriod } from '@/lib/risk/list'

/** `latest` for the last whole week and the one that goes on: what is open now is a matter of these. */
type Props = { organization: Organization; report: MetricsReport; latest: boolean }

/** The risk signals of a week; nothing where there are none, or the plan does not include them. */
export const WeekSignals = organizationSection(readWeekSignals)

async function readWeekSignals({ organization, report: { filters, period }, latest }: Props) {
  if (!mayUse(organization, 'signals', period.now)) return null
  const signals = await listSignalsOfPeriod(organization.id, filters, period, latest)
  if (signals.listed.length === 0) return null
  return (
    <Section
      id="signals"
      lead={latest ? 'New this week, and all that are open now.' : 'New this week.'}
      title="Risk signals"
    >
      <SignalRows now={period.now} organization={organization.slug} signals={signals} timeZone={period.timeZone} />
    </Section>
  )
}
