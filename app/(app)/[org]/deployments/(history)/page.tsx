import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import { organizationPage, organizationSection } from '@/app/organization-page'
import { ActiveFilters } from '@/components/deployments/active-filters'
import { ActivityStrip } from '@/components/deployments/activity-strip'
import { HistoryFilters } from '@/components/deployments/history-filters'
import { HistoryStopped } from '@/components/deployments/history-stopped'
import { HistoryTable } from '@/components/deployments/history-table'
import { ButtonLink, buttonClass } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListKeys } from '@/components/ui/list-keys'
import { LiveUpdate } from '@/components/ui/live-update'
import { PageHeader } from '@/components/ui/page-header'
import { Pager } from '@/components/ui/pager'
import { Snippet } from '@/components/ui/snippet'
import { pageMember } from '@/lib/accounts/auth/page-member'
import type { Member } from '@/lib/accounts/auth/require-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { baseUrl } from '@/lib/core/base-url'
import { listActivity } from '@/lib/deployments/activity'
import { countDeployments } from '@/lib/deployments/count'
import { listFilterValues } from '@/lib/deployments/filter-values'
import { filterQuery, isFiltered } from '@/lib/deployments/filters'
import { findExample } from '@/lib/deployments/find-example'
import { readHistory } from '@/lib/deployments/read-history'
import { curl } from '@/lib/deployments/snippets/curl'
import { toSearchParams } from '@/lib/http/search-params'
import { groupByDay, shortDay, titleOfDay } from '@/lib/time/days'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export const metadata: Metadata = { title: 'Deployments' }

export default organizationPage(DeploymentsPage)

async function DeploymentsPage({ params, searchParams }: Props) {
  const { organization, role } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const query = toSearchParams(await searchParams)
  const now = new Date()
  const { filters, problems, deployments, newer, older, stopped, version } = await readHistory(id, query)
  const [count, values, activity] = await Promise.all([
    countDeployments(id, filters),
    listFilterValues(id),
    listActivity(id, now),
  ])
  const path = `/${slug}/deployments`
  const live = <LiveUpdate href={`${path}/version?${query}`} version={version} />
  if (values.environments.length === 0) {
    return (
      <>
        <PageHeader title="Deployments" />
        <NoDeployments organization={organization} role={role} />
        {live}
      </>
    )
  }
  const today = activity.at(-1)?.day ?? ''
  const strip = activity.map((day) => ({ ...day, title: titleOfDay(day.day, today), short: shortDay(day.day) }))
  const days = groupByDay(deployments, timeZone).map((ofDay) => ({ ...ofDay, title: titleOfDay(ofDay.day, today) }))
  const to = (page: string | null) => `${path}${filterQuery(filters, { page })}`
  const way = { path, filters, newer, older }
  const stop = stopped && <HistoryStopped {...way} services={values.services} stopped={stopped} timeZone={timeZone} />
  return (
    <>
      <PageHeader
        actions={
          <a className={buttonClass()} download href={`${path}/csv${filterQuery(filters)}`}>
            <Download aria-hidden="true" className="size-4" />
            CSV
          </a>
        }
        title="Deployments"
      />
      <ActivityStrip days={strip} filters={filters} path={path} />
      <HistoryFilters filters={filters} given={query} path={path} problems={problems} values={values} />
      <div className="flex flex-col gap-4">
        <ActiveFilters count={count} filters={filters} path={path} timeZone={timeZone} />
        {stopped?.direction === 'newer' && stop}
        {deployments.length > 0 && <HistoryTable days={days} now={now} organization={slug} timeZone={timeZone} />}
        {deployments.length === 0 && !stopped && <NoMatch atEnd={newer !== null || !isFiltered(filters)} path={path} />}
        {stopped?.direction === 'older' && stop}
        <Pager latest={newer && to(null)} newer={newer && to(newer)} older={older && to(older)} oldest={to('oldest')} />
      </div>
      <ListKeys />
      {live}
    </>
  )
}

/** Nothing to show although there are deployments: none matches, or the history ends before this page. */
function NoMatch({ path, atEnd }: { path: string; atEnd: boolean }) {
  if (atEnd) {
    return (
      <EmptyState title="The history ends here">
        <ButtonLink href={path}>Show the latest</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No deployment matches">
      <p>Values count as they were sent, capitals included. A day is one of the organization's time zone.</p>
      <ButtonLink href={path}>Clear all filters</ButtonLink>
    </EmptyState>
  )
}

/** Nothing was ever posted: how the first deployment gets here. */
const NoDeployments = organizationSection(readNoDeployments)

async function readNoDeployments({ organization, role }: Pick<Member, 'organization' | 'role'>) {
  const { service } = await findExample(organization.id)
  const { text, file } = curl({ baseUrl: baseUrl(), service })
  return (
    <EmptyState title="No deployment yet">
      <p>
        A pipeline reports each deployment with one request.{' '}
        {atLeast(role, 'manager') ? 'Generate an API key' : 'Get an API key from an owner or a manager'}, put it into
        this command and run it in a clone of what you deploy: it appears here at once.
      </p>
      {atLeast(role, 'manager') && (
        <ButtonLink href={`/${organization.slug}/settings/deployments`} look="primary">
          Generate API key
        </ButtonLink>
      )}
      <div className="w-full min-w-0 text-ink">
        <Snippet label={file} text={text} />
      </div>
      <p>
        <a
          className="underline underline-offset-4 hover:text-ink"
          href={`/${organization.slug}/settings/deployments#send`}
        >
          How GitHub Actions, GitLab, Jenkins and others send it
        </a>
      </p>
    </EmptyState>
  )
}
