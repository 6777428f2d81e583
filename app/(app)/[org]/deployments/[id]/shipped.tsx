import { NoPullRequests } from '@/components/deployments/no-pull-requests'
import { NotLinkedList } from '@/components/deployments/not-linked-list'
import { OutsideCommits } from '@/components/deployments/outside-commits'
import { PullRequestList } from '@/components/deployments/pull-request-list'
import { RangeNote } from '@/components/deployments/range-note'
import { ButtonLink } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import type { DeploymentDetails } from '@/lib/deployments/get'
import { loadEarlierDeliveries } from '@/lib/deployments/load-earlier-deliveries'
import { loadNotLinked } from '@/lib/deployments/load-not-linked'
import { loadRange } from '@/lib/deployments/load-range'
import { formatDuration, plural } from '@/lib/format'
import { adviceOn } from '@/lib/linking/advice'
import { deliversPullRequests } from '@/lib/linking/rules'
import { distributionOf } from '@/lib/metrics/distribution'
import type { Organization } from '@/lib/organizations/find'
import { durationScale } from '@/lib/scale'

type Props = { deployment: DeploymentDetails; organization: Organization; all: boolean; now: Date }

const shownAtFirst = 100

/** What a deployment shipped: pull requests with why each is linked, commits without one, and what is not linked. */
export async function Shipped({ deployment, organization, all, now }: Props) {
  const { id, pullRequests, reason } = deployment
  const { slug, timeZone } = organization
  if (!deliversPullRequests({ ...deployment, voided: deployment.voidedAt !== null })) {
    return (
      <Section id="shipped" lead="No pull request is linked." title="What it shipped">
        {reason && <NoPullRequests {...adviceOn(reason, { ...deployment, organization: slug })} />}
      </Section>
    )
  }
  const ids = pullRequests.map((pullRequest) => pullRequest.id)
  const range = await loadRange(organization.id, id)
  const deliveries = await loadEarlierDeliveries(organization.id, deployment, ids)
  const notLinked = await loadNotLinked(organization.id, id)
  const earlier = new Map(deliveries.map((delivery) => [delivery.pullRequestId, delivery]))
  const own = pullRequests.filter((pullRequest) => !earlier.has(pullRequest.id))
  const p50 = distributionOf(own.map(({ leadTimeSeconds }) => leadTimeSeconds))?.p50 ?? null
  const { kind, lengths } = durationScale(own.map(({ leadTimeSeconds }) => leadTimeSeconds))
  const barLengths = new Map(own.map((row, index) => [row.id, lengths[index] ?? 0]))
  const rows = pullRequests.map((row) => ({
    ...row,
    barLength: barLengths.get(row.id) ?? 0,
    earlier: earlier.get(row.id) ?? null,
  }))
  const scale = kind === 'log' ? ' Bars are on a log scale.' : ''
  return (
    <Section id="shipped" lead={`${leadOf(rows.length, own.length, p50)}${scale}`} title="What it shipped">
      {reason && <NoPullRequests {...adviceOn(reason, { ...deployment, organization: slug })} />}
      <RangeNote deployment={deployment} organization={slug} range={range} />
      {rows.length > 0 && (
        <PullRequestList
          now={now}
          organization={slug}
          rows={all ? rows : rows.slice(0, shownAtFirst)}
          timeZone={timeZone}
        />
      )}
      {!all && rows.length > shownAtFirst && (
        <ButtonLink className="self-start" href="?all" scroll={false}>
          Show all {plural(rows.length, 'pull request')}
        </ButtonLink>
      )}
      <OutsideCommits now={now} pullRequestP50Seconds={p50} range={range} timeZone={timeZone} />
      <NotLinkedList organization={slug} rows={notLinked} />
    </Section>
  )
}

function leadOf(linked: number, own: number, p50: number | null): string {
  if (linked === 0) return 'No pull request is linked.'
  const all = plural(linked, 'pull request')
  if (p50 === null) return `${all}, live before already.`
  const within = formatDuration(p50)
  if (own < linked) {
    return `${all}, ${linked - own} of them live before already. Half of the others went live within ${within} of merge.`
  }
  return own === 1
    ? `One pull request, live ${within} after its merge.`
    : `${all}, half of them live within ${within} of merge.`
}
