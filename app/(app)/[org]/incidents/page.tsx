import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { OutsideForm } from '@/components/incidents/outside-form'
import { OutsideList } from '@/components/incidents/outside-list'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { plural } from '@/lib/core/format'
import { listOutsideIncidents } from '@/lib/deployments/incidents/outside/list'
import { recordIncident } from './actions'

export const metadata: Metadata = { title: 'Recorded incidents' }

export default organizationPage(IncidentsPage)

const maxListed = 200

async function IncidentsPage({ params }: { params: Promise<{ org: string }> }) {
  const { organization, role } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const mayRecord = atLeast(role, 'manager')
  const { incidents, total } = await listOutsideIncidents(id, maxListed)
  return (
    <>
      <PageHeader
        actions={
          mayRecord && <OutsideForm action={recordIncident} incident={null} organization={slug} timeZone={timeZone} />
        }
        lead={
          <>
            What tools and people recorded. Those that follow from failed deployments are listed under{' '}
            <Link className="underline underline-offset-4 hover:text-ink" href={`/${slug}/insights/recovery-time`}>
              recovery time
            </Link>
            .
          </>
        }
        title="Recorded incidents"
      />
      {total === 0 ? (
        <EmptyState title="No incident recorded yet">
          <p>
            {mayRecord ? 'Record one here, or let' : 'A manager can record one, or'} your incident tool post it:{' '}
            <Link className="underline underline-offset-4 hover:text-ink" href="/docs/api/post_incident">
              how to post incidents
            </Link>
            . One that is tied to a deployment says that it broke production.
          </p>
        </EmptyState>
      ) : (
        <OutsideList incidents={incidents} now={new Date()} organization={slug} timeZone={timeZone} />
      )}
      {total > maxListed && (
        <p className="text-sm text-muted">
          The {maxListed} that are open or were resolved last, of {plural(total, 'incident')}. The HTTP API has the
          others.
        </p>
      )}
    </>
  )
}
