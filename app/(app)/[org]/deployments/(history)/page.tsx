import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { ActiveFilters } from '@/components/deployments/active-filters'
import { ActivityStrip } from '@/components/deployments/activity-strip'
import { HistoryFilters } from '@/components/deployments/history-filters'
import { HistoryStopped } from '@/components/deployments/history-stopped'
import { HistoryTable } from '@/components/deployments/history-table'
import { buttonClass } from '@/components/ui/button'
import { ListKeys } from '@/components/ui/list-keys'
import { LiveUpdate } from '@/components/ui/live-update'
import { PageHeader } from '@/components/ui/page-header'
import { Pager } from '@/components/ui/pager'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { listActivity } from '@/lib/deployments/activity'
import { countDeployments } from '@/lib/deployments/count'
import { listFilterValues } from '@/lib/deployments/filter-values'
import { filterQuery, isFiltered } from '@/lib/deployments/filters'
import { readHistory } from '@/lib/deployments/read-history'
import { toSearchParams } from '@/lib/http/search-params'
import { groupByDay, shortDay, titleOfDay } from '@/lib/time/days'
import { NoDeployments } from './no-deployments'
import { NoMatch } from './no-match'

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
