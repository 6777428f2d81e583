import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { organizationPage } from '@/app/organization-page'
import { Hatches } from '@/components/charts/hatches'
import { filterNames } from '@/components/insights/filter-line'
import { Link } from '@/components/ui/link'
import { LiveUpdate } from '@/components/ui/live-update'
import { LeaveByEscape } from '@/components/wall/leave-by-escape'
import { Stale } from '@/components/wall/stale'
import { WallDeployments } from '@/components/wall/wall-deployments'
import { areFew, WallIncidents } from '@/components/wall/wall-incidents'
import { WallMetric } from '@/components/wall/wall-metric'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { formatExact } from '@/lib/core/format'
import { inTime } from '@/lib/http/in-time'
import { toSearchParams } from '@/lib/http/search-params'
import { everything, metricQuery, parseMetricFilters } from '@/lib/insights/reports/filters'
import { keyMetricsOf } from '@/lib/insights/reports/metric-cards'
import { readReport } from '@/lib/insights/reports/read-report'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { settingsWords } from '@/lib/insights/reports/settings-words'
import { daysText, unknownWords } from '@/lib/insights/reports/wording'
import { readFeed } from '@/lib/insights/services/read-feed'
import { countOpenSignals } from '@/lib/risk/list'
import { openSignalsText } from '@/lib/risk/words'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export const metadata: Metadata = { title: 'Wall' }

export default organizationPage(WallPage, { alone: true })

async function WallPage({ params, searchParams }: Props) {
  const { organization } = await pageMember(params)
  const { id, slug, name, timeZone } = organization
  const now = new Date()
  const query = toSearchParams(await searchParams)
  const { filters, problems } = parseMetricFilters(query, timeZone, now)
  const report = await inTime(readReport(organization, filters, now))
  const feed = await readFeed(id, filters, now)
  const signals = mayUse(organization, 'signals', now) ? await countOpenSignals(id, now, filters) : null
  const { service, team, repository, environment } = filters
  const narrowed = [service, team, repository, environment].filter((text) => text !== null)
  const unknown = report?.unknown ?? []
  const isKnown = unknown.length === 0
  const counted = report && isKnown && settingsWords(report)
  const back = `/${slug}/insights${metricQuery(filters)}`
  return (
    <main className="flex min-h-dvh flex-col gap-[1.6em] overflow-hidden px-[2.2em] pt-[1.5em] pb-[1.2em] text-[max(0.7rem,min(1.17vw,2.07vh))] landscape:h-dvh portrait:text-[max(0.7rem,min(2vw,1.2vh))] portrait:sm:h-dvh">
      <Hatches />
      <header className="flex items-baseline justify-between gap-[2em]">
        <h1 className="truncate text-[1.5em] leading-tight font-semibold tracking-tight">
          {[name, ...narrowed].join(' · ')}
        </h1>
        <Link
          className="text-[1em] whitespace-nowrap text-muted underline-offset-4 hover:text-ink hover:underline"
          href={back}
          prefetch={false}
        >
          Leave the wall
        </Link>
      </header>
      {isKnown ? (
        <WallReport report={report}>
          {(wide) => <WallDeployments deployments={feed.deployments} now={now} timeZone={timeZone} wide={wide} />}
        </WallReport>
      ) : (
        <NoWall href={`/${slug}/wall${metricQuery(filters, everything)}`}>
          {unknownWords(filters, unknown)
            .map(({ sentence }) => sentence)
            .join(' ')}
        </NoWall>
      )}
      <footer className="flex flex-wrap justify-between gap-x-[2em] text-[1em] text-muted tabular-nums">
        {counted && <p className="basis-full break-words">{counted}</p>}
        <p>
          {daysText(filters.firstDay, filters.lastDay)}
          {report && isKnown && `, against ${daysText(report.previousPeriod.firstDay, report.previousPeriod.lastDay)}`}
          {problems.map((problem) => `. ${filterNames[problem.name]} ${problem.message} and was left out`)}
        </p>
        {signals && signals.open > 0 && (
          <p className={signals.high > 0 ? 'text-failure' : ''}>{openSignalsText(signals)}</p>
        )}
        <p>
          <Stale key={now.getTime()} /> Updated {formatExact(now, timeZone)}, {timeZone}
        </p>
      </footer>
      <LiveUpdate href={`/${slug}/wall/version?${query}`} version={feed.version} />
      <LeaveByEscape href={back} />
    </main>
  )
}

/** Says that the requested name is unknown, and links to the wall without names at `href`. */
function NoWall({ href, children }: { href: string; children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col items-start justify-center gap-[1.2em]">
      <p
        className="max-w-full text-[2em] leading-snug font-medium tracking-tight break-words text-failure"
        role="alert"
      >
        {children}
      </p>
      <Link className="text-[1.3em] underline underline-offset-4" href={href} prefetch={false}>
        Clear all filters
      </Link>
    </div>
  )
}

/**
 * The numbers of a report that the plan includes, and the given content next to its incidents, or `wide` below them
 * where they are few; null for one that took too long to read.
 */
function WallReport({ report, children }: { report: MetricsReport | null; children: (wide: boolean) => ReactNode }) {
  if (!report) {
    return (
      <>
        <p className="text-[2em] leading-snug tracking-tight text-balance">
          These days took too long to read. Choose fewer days.
        </p>
        {children(true)}
      </>
    )
  }
  const open = report.recoveryTime?.open
  const wide = !open || areFew(open)
  return (
    <>
      <div className="grid gap-x-[2em] gap-y-[1.6em] landscape:grid-cols-5 portrait:grid-cols-2 portrait:[&>:first-child]:col-span-2 [&>:only-child]:col-span-full">
        {keyMetricsOf(report).map(
          ({ metric, result }) =>
            result && <WallMetric key={metric.slug} metric={metric} report={report} result={result} />,
        )}
      </div>
      <div
        className={`grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] gap-x-[2.5em] gap-y-[1.6em] not-has-[>:only-child]:grid-rows-[auto_minmax(0,1fr)] ${wide ? '' : 'landscape:grid-cols-[2fr_3fr] landscape:grid-rows-1!'}`}
      >
        {open && <WallIncidents open={open} period={report.period} />}
        {children(wide)}
      </div>
    </>
  )
}
