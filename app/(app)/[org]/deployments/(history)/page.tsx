import type { Metadata } from 'next'
import { organizationPage, organizationSection } from '@/app/organization-page'
import { ActiveFilters } from '@/components/deployments/active-filters'
import { ActivityStrip } from '@/components/deployments/activity-strip'
import { HistoryFilters } from '@/components/deployments/history-filters'
import { HistoryStopped } from '@/components/deployments/history-stopped'
import { HistoryTable } from '@/components/deployments/history-table'
import { RevertNotice } from '@/components/deployments/revert-notice'
import { RecentEvents } from '@/components/settings/recent-events'
import { ButtonLink, buttonClass } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Download } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { ListKeys } from '@/components/ui/list-keys'
import { LiveUpdate } from '@/components/ui/live-update'
import { PageHeader } from '@/components/ui/page-header'
import { Pager } from '@/components/ui/pager'
import { Section } from '@/components/ui/section'
import { Snippet } from '@/components/ui/snippet'
import { UnknownNames } from '@/components/ui/unknown-names'
import { pageMember } from '@/lib/accounts/auth/page-member'
import type { Member } from '@/lib/accounts/auth/require-member'
import { atLeast } from '@/lib/accounts/members/roles'
import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { baseUrl } from '@/lib/core/base-url'
import { env } from '@/lib/core/env'
import { plural } from '@/lib/core/format'
import { listActivity } from '@/lib/deployments/activity'
import { countDeployments } from '@/lib/deployments/count'
import { listFilterValues } from '@/lib/deployments/filter-values'
import { type DeploymentFilters, everyEnvironment, historyQuery, isFiltered } from '@/lib/deployments/filters'
import { findExample } from '@/lib/deployments/find-example'
import { findRecentReverts } from '@/lib/deployments/find-reverts'
import { type HistoryDeployment, readHistory } from '@/lib/deployments/read-history'
import { listWebhookRequests } from '@/lib/deployments/request-log/list'
import { curl } from '@/lib/deployments/snippets/curl'
import { inTime } from '@/lib/http/in-time'
import { toSearchParams } from '@/lib/http/search-params'
import { findUnknownTeam } from '@/lib/insights/teams/find'
import { findStuck } from '@/lib/risk/list'
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
  const ids = deployments.map((deployment) => deployment.id)
  const [count, values] = await Promise.all([countDeployments(id, filters), listFilterValues(id)])
  const [activity, stuck] = await Promise.all([
    listActivity(id, filters, now),
    mayUse(organization, 'signals', now) ? findStuck(id, ids) : new Set(),
  ])
  const unknown = deployments.length === 0 ? await findUnknownTeam(id, filters) : []
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
  const rows = deployments.map((row) => ({ ...row, stuck: stuck.has(row.id) }))
  const days = groupByDay(rows, timeZone).map((ofDay) => ({
    ...ofDay,
    title: titleOfDay(ofDay.day, today),
    more: mayUse(organization, 'metrics', now) && <ShippedThatDay {...ofDay} slug={slug} />,
  }))
  const to = (page: string | null) => `${path}${historyQuery(filters, { page })}`
  const way = { path, filters, newer, older }
  const stop = stopped && <HistoryStopped {...way} services={values.services} stopped={stopped} timeZone={timeZone} />
  return (
    <>
      <PageHeader
        actions={
          <a className={buttonClass()} download href={`${path}/csv${historyQuery(filters)}`}>
            <Download />
            CSV
          </a>
        }
        title="Deployments"
      />
      {atLeast(role, 'manager') && newer === null && <RecentReverts now={now} organization={organization} />}
      <ActivityStrip days={strip} filters={filters} path={path} />
      <HistoryFilters filters={filters} given={query} path={path} problems={problems} values={values} />
      <UnknownNames names={unknown} />
      <div className="flex flex-col gap-4">
        <ActiveFilters count={count} filters={filters} path={path} timeZone={timeZone} />
        {stopped?.direction === 'newer' && stop}
        {deployments.length > 0 && <HistoryTable days={days} now={now} organization={slug} timeZone={timeZone} />}
        {deployments.length === 0 && !stopped && <NoMatch filters={filters} onLaterPage={newer !== null} path={path} />}
        {stopped?.direction === 'older' && stop}
        <Pager latest={newer && to(null)} newer={newer && to(newer)} older={older && to(older)} oldest={to('oldest')} />
      </div>
      {filters.q !== undefined && <RefusedPosts now={now} organization={organization} text={filters.q} />}
      <ListKeys />
      {live}
    </>
  )
}

type ShippedProps = { day: string; rows: readonly HistoryDeployment[]; slug: string }

/** Leads to the pull requests that were live since a day; renders nothing where none of its deployments has any. */
function ShippedThatDay({ day, rows, slug }: ShippedProps) {
  if (!rows.some(({ production, linkedPRs }) => production && linkedPRs > 0)) return null
  return (
    <Link
      className="ml-4 whitespace-nowrap text-xs max-sm:ml-0 max-sm:block font-normal text-muted underline-offset-4 hover:text-ink hover:underline"
      href={`/${slug}/insights/lead-time?from=${day}&to=${day}#rows`}
      prefetch={false}
    >
      Shipped that day<span className="sr-only">, {day}</span>
    </Link>
  )
}

type NoMatchProps = { filters: DeploymentFilters; path: string; onLaterPage: boolean }

/** Nothing to show although there are deployments: none matches, or the history ends before this page. */
function NoMatch({ filters, path, onLaterPage }: NoMatchProps) {
  if (onLaterPage) {
    return (
      <EmptyState title="The history ends here">
        <ButtonLink href={path}>Show the latest</ButtonLink>
      </EmptyState>
    )
  }
  const everywhere = (
    <ButtonLink href={`${path}${historyQuery(filters, { environment: everyEnvironment })}`}>
      Look in all environments
    </ButtonLink>
  )
  if (filters.production && !isFiltered(filters)) {
    return (
      <EmptyState title="No deployment to production yet">
        <p>
          There are deployments to other environments. Is production called something else? Add its name under Settings
          &gt; Deployments.
        </p>
        {everywhere}
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No deployment matches">
      <p>
        Values count as they were sent, capitals included. A day is one of the organization’s time zone.
        {filters.q !== undefined &&
          ' A text without three letters or digits in a row finds the deployment with that very id.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {filters.production && everywhere}
        <ButtonLink href={path}>Clear all filters</ButtonLink>
      </div>
    </EmptyState>
  )
}

/** Deployments that may have broken production, since what they shipped was reverted: each is decided on its page. */
const RecentReverts = organizationSection(readRecentReverts)

async function readRecentReverts({ organization, now }: { organization: Organization; now: Date }) {
  const { id, slug, timeZone } = organization
  const found = (await inTime(findRecentReverts(id))) ?? []
  return found.map((proposed) => (
    <RevertNotice
      {...{ now, proposed, timeZone }}
      key={`${proposed.deployment.id} ${proposed.revertedBy.pullRequest.id}`}
      organization={slug}
      own={null}
    />
  ))
}

const maxRefused = 5

type RefusedPostsProps = { organization: Organization; text: string; now: Date }

/** Posts that did not become a deployment, by the text that is searched for. Renders nothing where there is none. */
const RefusedPosts = organizationSection(readRefusedPosts)

async function readRefusedPosts({ organization, text, now }: RefusedPostsProps) {
  const { id, slug, timeZone } = organization
  const found = await inTime(listWebhookRequests(id, { refusedOnly: true, text }, null, maxRefused))
  if (!found || found.rows.length === 0) return null
  const all = new URLSearchParams({ events: 'refused', text })
  return (
    <Section
      actions={<ButtonLink href={`/${slug}/settings/deployments?${all}#events`}>All of them</ButtonLink>}
      id="refused"
      lead={`Refused in the last ${plural(env().REQUEST_LOG_DAYS, 'day')}, so they became no deployment or did not change one.`}
      title="Posts that were refused"
    >
      <RecentEvents now={now} organization={slug} rows={found.rows} timeZone={timeZone} />
    </Section>
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
