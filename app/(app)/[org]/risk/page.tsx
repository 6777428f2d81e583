import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { LockedPart } from '@/components/plan/locked'
import { SignalList } from '@/components/risk/signal-list'
import { StateViews } from '@/components/risk/state-views'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterProblems } from '@/components/ui/filter-problems'
import { NumberedPager } from '@/components/ui/numbered-pager'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/time'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { readFilters } from '@/lib/core/query-filters'
import { pageOf, toSearchParams, withParams } from '@/lib/http/search-params'
import { listSignals, type SignalFilters, signalFilters } from '@/lib/risk/list'
import { saveSignalState } from './actions'

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export const metadata: Metadata = { title: 'Risk' }

export default organizationPage(RiskPage)

async function RiskPage({ params, searchParams }: Props) {
  const { organization } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const now = new Date()
  const path = `/${slug}/risk`
  if (!mayUse(organization, 'signals', now)) {
    return (
      <>
        <PageHeader title="Risk" />
        <LockedPart organization={slug}>
          Warnings before it breaks: stuck deployments, services that fail often or fall silent, posts that are refused,
          reviews that take long, and work that rests on one person.
        </LockedPart>
      </>
    )
  }
  const query = toSearchParams(await searchParams)
  const { filters, problems } = readFilters(signalFilters, query)
  const found = await listSignals(id, filters, pageOf(query), now)
  const { state = 'open' } = filters
  return (
    <>
      <PageHeader
        actions={
          <>
            <ButtonLink href={`/${slug}/risk/model`}>Risk of a deployment</ButtonLink>
            <ButtonLink href={`/${slug}/settings/risk`}>Thresholds</ButtonLink>
          </>
        }
        lead={
          found.lookedAt ? (
            <>
              Last looked for <Time now={now} timeZone={timeZone} value={found.lookedAt} />. Each links to the rows that
              it rests on.
            </>
          ) : (
            'Signals are looked for within a minute of the first event.'
          )
        }
        title="Risk"
      />
      <StateViews counts={found.counts} current={state} path={path} />
      <FilterProblems names={{ state: 'State' }} problems={problems} />
      {found.total > 0 ? (
        <div className="flex flex-col gap-4">
          <h2 className="sr-only">Signals</h2>
          <SignalList action={saveSignalState} now={now} organization={slug} signals={found.rows} timeZone={timeZone} />
          <NumberedPager
            after="Next"
            before="Previous"
            page={found.page}
            pages={found.pages}
            to={(number) => `${path}${withParams('', { state: filters.state ?? null, page: String(number) })}`}
          />
        </div>
      ) : (
        <NoSignal lookedAt={found.lookedAt} state={state} />
      )}
    </>
  )
}

type NoSignalProps = { state: NonNullable<SignalFilters['state']>; lookedAt: Date | null }

function NoSignal({ state, lookedAt }: NoSignalProps) {
  if (state !== 'open') return <EmptyState title={`No signal is ${state}`}>{null}</EmptyState>
  return (
    <EmptyState title={lookedAt ? 'No signal is open' : 'Not looked for yet'}>
      <p>
        {lookedAt
          ? 'Nothing that Leadline looks for is wrong. What it looks for, and from when on, is under Thresholds.'
          : 'Leadline looks for signals every five minutes while there are deployments, and every hour otherwise.'}
      </p>
    </EmptyState>
  )
}
