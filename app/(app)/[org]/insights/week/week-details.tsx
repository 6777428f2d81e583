import { organizationSection } from '@/app/organization-page'
import { Slowest } from '@/components/insights/slowest'
import { Section } from '@/components/ui/section'
import { ShippedList } from '@/components/week/shipped-list'
import { WeekIncidents } from '@/components/week/week-incidents'
import type { Organization } from '@/lib/accounts/organizations/find'
import type { LeadTime } from '@/lib/insights/metrics/lead-time'
import type { RecoveryTime } from '@/lib/insights/metrics/recovery-time'
import { startText } from '@/lib/insights/metrics/settings'
import { metricQuery } from '@/lib/insights/reports/filters'
import { nameReport } from '@/lib/insights/reports/name-report'
import { readShipped } from '@/lib/insights/reports/read-shipped'
import type { MetricsReport } from '@/lib/insights/reports/report'

type Props = { organization: Organization; report: MetricsReport; leadTime: LeadTime; recoveryTime: RecoveryTime }

const maxShipped = { services: 8, ofEach: 4 }
const maxSlowest = 5

/** What a week shipped, broke and took long for. */
export const WeekDetails = organizationSection(readWeekDetails)

async function readWeekDetails({ organization, report, leadTime, recoveryTime }: Props) {
  const { filters, period } = report
  const { id, slug } = organization
  const [shipped, names] = await Promise.all([
    readShipped(organization, filters, period.now, maxShipped),
    nameReport(id, { leadTime, recoveryTime: null }, 0),
  ])
  return (
    <>
      <Section
        id="shipped"
        lead={
          shipped.services.length > 0 &&
          `Services with the most pull requests come first, and of each the latest to reach production. Times are lead times ${startText[leadTime.from]}.`
        }
        title="Shipped"
      >
        <ShippedList
          allHref={(service) => `/${slug}/insights/lead-time${metricQuery(filters, { service })}`}
          leadTime={leadTime}
          organization={slug}
          shipped={shipped}
        />
      </Section>
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-2 print:grid-cols-2 print:gap-x-6 [&>:only-child]:col-span-full">
        <Section id="incidents" title="Incidents">
          <WeekIncidents organization={slug} period={period} recoveryTime={recoveryTime} />
        </Section>
        {leadTime.slowest.length > 0 && (
          <Section id="slowest" title="Slowest to production">
            <Slowest
              missing={leadTime.missing}
              names={names}
              organization={slug}
              slowest={leadTime.slowest.slice(0, maxSlowest)}
            />
          </Section>
        )}
      </div>
    </>
  )
}
