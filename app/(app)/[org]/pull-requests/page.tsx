import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { ListFilters } from '@/components/pull-requests/list-filters'
import { PullRequestRows } from '@/components/pull-requests/pull-request-rows'
import { PullRequestViews } from '@/components/pull-requests/views'
import { ButtonLink } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { EmptyState } from '@/components/ui/empty-state'
import { ListKeys } from '@/components/ui/list-keys'
import { PageHeader } from '@/components/ui/page-header'
import { Pager } from '@/components/ui/pager'
import { SearchStopped } from '@/components/ui/search-stopped'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import type { Role } from '@/lib/generated/prisma/enums'
import { toSearchParams } from '@/lib/http/search-params'
import { findUnknownRepository } from '@/lib/insights/reports/find-unknown-repository'
import { findUnknownTeam } from '@/lib/insights/teams/find'
import { listPullRequestFilterValues } from '@/lib/pull-requests/filter-values'
import { pullRequestQuery } from '@/lib/pull-requests/filters'
import { readPullRequests } from '@/lib/pull-requests/read-list'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export const metadata: Metadata = { title: 'Pull requests' }

export default organizationPage(PullRequestsPage)

async function PullRequestsPage({ params, searchParams }: Props) {
  const { organization, role } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const query = toSearchParams(await searchParams)
  const [page, values] = await Promise.all([readPullRequests(id, query), listPullRequestFilterValues(id)])
  const { filters, problems, pullRequests, stopped } = page
  const unknown =
    pullRequests.length === 0
      ? [...(await findUnknownRepository(id, filters)), ...(await findUnknownTeam(id, filters))]
      : []
  const path = `/${slug}/pull-requests`
  const to = (cursor: string | null) => cursor && `${path}${pullRequestQuery(filters, { page: cursor })}`
  if (pullRequests.length === 0 && query.size === 0) {
    return (
      <>
        <PageHeader title="Pull requests" />
        <NoPullRequests organization={slug} role={role} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        lead={`The latest first, by when they were merged, or else closed or opened. Times in ${timeZone}.`}
        title="Pull requests"
      />
      <PullRequestViews current="all" path={path} team={filters.team} />
      <ListFilters given={query} path={path} problems={problems} unknown={unknown} values={values} />
      <div className="flex flex-col gap-4">
        {pullRequests.length > 0 ? (
          <PullRequestRows organization={slug} rows={pullRequests} timeZone={timeZone} />
        ) : (
          <EmptyState title={stopped ? 'No pull request matches so far' : 'No pull request matches'}>
            <ButtonLink href={path}>Clear all filters</ButtonLink>
          </EmptyState>
        )}
        {stopped && (
          <SearchStopped
            href={to(stopped.direction === 'older' ? page.older : page.newer) ?? path}
            stopped={stopped}
            things="pull requests"
            timeZone={timeZone}
          />
        )}
        <Pager
          latest={page.newer && `${path}${pullRequestQuery(filters)}`}
          newer={to(page.newer)}
          older={to(page.older)}
        />
      </div>
      <ListKeys />
    </>
  )
}

/** Nothing is known of any pull request: how they get here. */
function NoPullRequests({ organization, role }: { organization: string; role: Role }) {
  return (
    <EmptyState title="No pull request yet">
      <p>
        {atLeast(role, 'manager')
          ? 'Connect GitHub or GitLab, or import a clone: then each pull request says since when it is live, and by which deployment.'
          : 'An owner or a manager connects GitHub or GitLab under Settings > Repositories. Then each pull request says since when it is live, and by which deployment.'}
      </p>
      {atLeast(role, 'manager') && (
        <ButtonLink href={`/${organization}/settings/repositories`} look="primary">
          Connect repositories
        </ButtonLink>
      )}
      <div className="w-full min-w-0 text-ink">
        <CodeBlock label="From a clone, in the folder of this server">
          {`npm run -s leadline -- import git --org ${organization} \\\n  --repository acme/api --path /path/to/clone`}
        </CodeBlock>
      </div>
    </EmptyState>
  )
}
