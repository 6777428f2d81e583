import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { HistoryKeys } from '@/components/deployments/history-keys'
import { UndeployedGroup } from '@/components/pull-requests/undeployed-group'
import { Views } from '@/components/pull-requests/views'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { pageMember } from '@/lib/auth/page-member'
import { listUndeployed, waitingDays } from '@/lib/pull-requests/list-undeployed'

type Props = { params: Promise<{ org: string }> }

export const metadata: Metadata = { title: 'Merged, not deployed' }

export default organizationPage(UndeployedPage)

async function UndeployedPage({ params }: Props) {
  const { organization } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const groups = await listUndeployed(id)
  const path = `/${slug}/pull-requests`
  const place = { organization: slug, timeZone, now: new Date() }
  return (
    <>
      <PageHeader
        lead={
          <>
            What is merged into the default branch and waits for production, by service, the longest wait first. Merges
            of the last {waitingDays} days; older ones are{' '}
            <Link className="underline underline-offset-4 hover:text-ink" href={`${path}?state=undeployed`}>
              in the list
            </Link>
            . Bars show the wait, on a log scale up to {waitingDays} days.
          </>
        }
        title="Pull requests"
      />
      <Views current="undeployed" path={path} />
      {groups.length === 0 && (
        <EmptyState title="Nothing waits">
          <p>
            No deployed service has a merged pull request waiting. Services appear here with their first successful
            deployment to production that is tied to a repository.
          </p>
        </EmptyState>
      )}
      <div className="flex flex-col gap-10 [&>section:first-child]:border-t-0 [&>section:first-child]:pt-0">
        {groups.map((group, index) => (
          <UndeployedGroup
            group={group}
            id={`service-${index}`}
            key={`${group.repository} ${group.service}`}
            {...place}
          />
        ))}
      </div>
      <HistoryKeys />
    </>
  )
}
