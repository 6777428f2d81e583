import type { ReactNode } from 'react'
import { organizationSection } from '@/app/organization-page'
import { CommitFound } from '@/components/deployments/commit-found'
import { NoPullRequests } from '@/components/deployments/no-pull-requests'
import { NotLinkedList } from '@/components/deployments/not-linked-list'
import { OutsideCommits } from '@/components/deployments/outside-commits'
import { PullRequestList } from '@/components/deployments/pull-request-list'
import { PullRequestTitles } from '@/components/deployments/pull-request-titles'
import { RangeNote } from '@/components/deployments/range-note'
import { StillLinking } from '@/components/deployments/still-linking'
import { NumberedPager } from '@/components/ui/numbered-pager'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { formatCount, formatDuration, plural } from '@/lib/core/format'
import { placePage } from '@/lib/core/page-number'
import { durationScale } from '@/lib/core/scale'
import { reading } from '@/lib/db/reading'
import type { DeploymentRecord } from '@/lib/deployments/get'
import { adviceOn } from '@/lib/deployments/linking/advice'
import { nameToImport } from '@/lib/deployments/linking/name-to-import'
import { deliversPullRequests } from '@/lib/deployments/linking/rules'
import { loadEarlierDeliveries } from '@/lib/deployments/load-earlier-deliveries'
import { type LeadTimes, loadLeadTimes } from '@/lib/deployments/load-lead-times'
import { loadLinked } from '@/lib/deployments/load-linked'
import { loadNotLinked } from '@/lib/deployments/load-not-linked'
import { loadRange } from '@/lib/deployments/load-range'
import { loadShipped, loadWouldHaveShipped, type Shipped } from '@/lib/deployments/load-shipped'

type Props = {
  deployment: DeploymentRecord
  organization: Organization
  /** The requested page; the last one for a greater number than there are. */
  page: number
  now: Date
}

const pageSize = 100

/** What a deployment shipped: pull requests with why each is linked, commits without one, and what is not linked. */
export const ShippedSection = organizationSection(readShipped)

async function readShipped({ deployment, organization, page: requested, now }: Props) {
  const { linking, reason } = deployment
  const { slug } = organization
  const advice = reason && adviceOn(reason, await subjectOf(deployment, organization))
  if (!deliversPullRequests({ ...deployment, voided: deployment.voidedAt !== null })) {
    const { total, listed, atMost } = await loadUndelivered(organization.id, deployment)
    if (total > 0) {
      const { title, found } = undelivered[deployment.status === 'rolled_back' ? 'rolledBack' : 'failed']
      return (
        <Section
          id="shipped"
          lead={`${atMost ? 'At most ' : ''}${plural(total, 'pull request')}, ${found}.`}
          title={title}
        >
          <PullRequestTitles listed={listed} organization={slug} total={total} />
        </Section>
      )
    }
    return (
      <Section id="shipped" lead="No pull request is linked." title="What it shipped">
        {advice && (
          <NoPullRequests {...advice}>
            {deployment.commit && <CommitFound commit={deployment.commit} organization={slug} />}
          </NoPullRequests>
        )}
      </Section>
    )
  }
  return readDelivered(
    { deployment, organization, page: requested, now },
    linking ? <StillLinking /> : advice && <NoPullRequests {...advice} />,
  )
}

const undelivered = {
  failed: { title: 'What it would have shipped', found: 'found as if it had succeeded' },
  rolledBack: { title: 'What it had shipped', found: 'no longer live by it' },
}

async function readDelivered({ deployment, organization, page: requested, now }: Props, note: ReactNode) {
  const { id, linkedPRs } = deployment
  const { slug, timeZone } = organization
  const { page, pages, span } = placePage(requested, linkedPRs, pageSize)
  const pullRequests = await loadLinked(organization.id, id, span)
  const leadTimes = await loadLeadTimes(organization.id, id)
  const ids = pullRequests.map((pullRequest) => pullRequest.id)
  const range = await loadRange(organization.id, id)
  const deliveries = await loadEarlierDeliveries(organization.id, deployment, ids)
  const notLinked = await loadNotLinked(organization.id, id)
  const earlier = new Map(deliveries.map((delivery) => [delivery.pullRequestId, delivery]))
  const own = pullRequests.map((row) => (earlier.has(row.id) ? 0 : row.leadTimeSeconds))
  const { kind, lengths } = scaleOf(own, leadTimes)
  const rows = pullRequests.map((row, index) => ({
    ...row,
    barLength: lengths[index] ?? 0,
    earlier: earlier.get(row.id) ?? null,
  }))
  const scale = kind === 'log' ? ' Bars are on a log scale.' : ''
  return (
    <Section id="shipped" lead={`${leadOf(linkedPRs, leadTimes)}${scale}`} title="What it shipped">
      {note}
      <RangeNote deployment={deployment} organization={slug} range={range} />
      {rows.length > 0 && <PullRequestList now={now} organization={slug} rows={rows} timeZone={timeZone} />}
      <NumberedPager
        after="Faster"
        before="Slower"
        page={page}
        pages={pages}
        to={(number) => `?page=${number}#shipped`}
        words={`${formatCount(span.skip + 1)} to ${formatCount(span.skip + rows.length)} of ${plural(linkedPRs, 'pull request')}, the slowest first.`}
      />
      <OutsideCommits now={now} pullRequestP50Seconds={leadTimes.p50Seconds} range={range} timeZone={timeZone} />
      <NotLinkedList organization={slug} rows={notLinked} />
    </Section>
  )
}

const maxUndelivered = 50

/** What a failed or rolled-back production deployment contained. */
function loadUndelivered(organizationId: number, deployment: DeploymentRecord): Promise<Shipped> {
  const { id, production, voidedAt, status } = deployment
  if (production && voidedAt === null) {
    if (status === 'rolled_back') return loadShipped(organizationId, id, maxUndelivered)
    if (status === 'failure') return loadWouldHaveShipped(organizationId, deployment, maxUndelivered)
  }
  return Promise.resolve({ listed: [], total: 0, atMost: false })
}

async function subjectOf(deployment: DeploymentRecord, { id, slug }: Organization) {
  const repositoryToImport = await reading((read) => nameToImport(read, id, deployment.service))
  return { ...deployment, organization: slug, repositoryToImport }
}

/** Bars of all pages are on one scale. */
function scaleOf(seconds: readonly number[], { minSeconds, maxSeconds }: LeadTimes) {
  const { kind, lengths } = durationScale([minSeconds ?? 0, maxSeconds ?? 0, ...seconds])
  return { kind, lengths: lengths.slice(2) }
}

function leadOf(linked: number, { count: own, p50Seconds: p50 }: LeadTimes): string {
  if (linked === 0) return 'No pull request is linked.'
  const all = plural(linked, 'pull request')
  if (p50 === null) return `${all}, live before.`
  const within = formatDuration(p50)
  if (own < linked) {
    return `${all}, ${formatCount(linked - own)} of them were live before. Half of the others were live within ${within} of merging.`
  }
  return own === 1
    ? `One pull request, live ${within} after its merge.`
    : `${all}, half of them were live within ${within} of merging.`
}
