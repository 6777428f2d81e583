import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { UndeployedGroup } from '@/components/pull-requests/undeployed-group'
import { PullRequestViews } from '@/components/pull-requests/views'
import { Button } from '@/components/ui/button'
import { Choice, optionsOf } from '@/components/ui/choice'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterForm } from '@/components/ui/filter-form'
import { Link } from '@/components/ui/link'
import { ListKeys } from '@/components/ui/list-keys'
import { Notice } from '@/components/ui/notice'
import { NumberedPager } from '@/components/ui/numbered-pager'
import { PageHeader } from '@/components/ui/page-header'
import { UnknownNames } from '@/components/ui/unknown-names'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { teamsLeftOutText } from '@/lib/core/format'
import { queryOf } from '@/lib/core/query-filters'
import { pageOf, toSearchParams } from '@/lib/http/search-params'
import { leftOutWords } from '@/lib/insights/reports/wording'
import { findUnknownTeam } from '@/lib/insights/teams/find'
import { listPullRequestFilterValues } from '@/lib/pull-requests/filter-values'
import { readUndeployed, waitingDays } from '@/lib/pull-requests/list-undeployed'
import { judgeUndeployed } from '@/lib/risk/score/judge-undeployed'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export const metadata: Metadata = { title: 'Merged, not deployed' }

export default organizationPage(UndeployedPage)

async function UndeployedPage({ params, searchParams }: Props) {
  const { organization } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const query = toSearchParams(await searchParams)
  const team = query.get('team')?.trim() || undefined
  const [{ rows: groups, page, pages, leftOut }, { teams }] = await Promise.all([
    readUndeployed(id, pageOf(query), team),
    listPullRequestFilterValues(id),
  ])
  const unknown = await findUnknownTeam(id, { team })
  const path = `/${slug}/pull-requests`
  const now = new Date()
  const risks = mayUse(organization, 'signals', now) ? await judgeUndeployed(organization, groups, now) : []
  // The longest wait comes first.
  const longestSeconds = groups[0]?.pullRequests[0]?.ageSeconds ?? 0
  const place = { organization: slug, timeZone, now, longestSeconds }
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
            . Bars show the wait next to the longest on this page.
          </>
        }
        title="Pull requests"
      />
      <PullRequestViews current="undeployed" path={path} team={team} />
      {(teams.listed.length > 0 || team !== undefined) && (
        <FilterForm className="flex max-w-sm gap-2" path={`${path}/undeployed`}>
          <Choice
            all="All teams"
            aria-label="Team"
            defaultValue={team ?? ''}
            id="team"
            key={team ?? ''}
            name="team"
            note={teamsLeftOutText(teams.leftOut)}
            options={optionsOf(teams.listed)}
          />
          <Button type="submit">Filter</Button>
        </FilterForm>
      )}
      <UnknownNames names={unknown} />
      {leftOut > 0 && <Notice kind="info">{leftOutWords(leftOut, 'deployed last')}</Notice>}
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
            risk={risks[index] ?? null}
            {...place}
          />
        ))}
      </div>
      <NumberedPager
        after="Next"
        before="Previous"
        page={page}
        pages={pages}
        to={(number) => `${path}/undeployed${queryOf(['team', 'page'], { team, page: String(number) })}`}
      />
      <ListKeys />
    </>
  )
}
