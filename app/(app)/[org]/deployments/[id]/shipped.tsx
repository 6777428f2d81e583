import { NoPullRequests } from '@/components/deployments/no-pull-requests'
import { PullRequestList } from '@/components/deployments/pull-request-list'
import { ButtonLink } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import type { DeploymentDetails } from '@/lib/deployments/get'
import { formatDuration, plural } from '@/lib/format'
import { adviceOn } from '@/lib/linking/advice'
import { median } from '@/lib/median'
import type { Organization } from '@/lib/organizations/find'
import { durationScale } from '@/lib/scale'

type Props = { deployment: DeploymentDetails; organization: Organization; all: boolean; now: Date }

const shownAtFirst = 100

/** The pull requests that a deployment shipped, or why there are none. */
export function Shipped({ deployment, organization, all, now }: Props) {
  const { pullRequests, reason } = deployment
  const { slug, timeZone } = organization
  if (reason) {
    return (
      <Section id="shipped" lead="No pull request is linked." title="What it shipped">
        <NoPullRequests {...adviceOn(reason, { ...deployment, organization: slug })} />
      </Section>
    )
  }
  const { kind, lengths } = durationScale(pullRequests.map(({ leadTimeSeconds }) => leadTimeSeconds))
  const rows = pullRequests.map((row, index) => ({ ...row, barLength: lengths[index] ?? 0 }))
  const half = median(pullRequests.map(({ leadTimeSeconds }) => leadTimeSeconds)) ?? 0
  const lead =
    rows.length === 1
      ? `One pull request, live ${formatDuration(half)} after its merge.`
      : `${plural(rows.length, 'pull request')}, half of them live within ${formatDuration(half)} of merge.`
  return (
    <Section id="shipped" lead={kind === 'log' ? `${lead} Bars are on a log scale.` : lead} title="What it shipped">
      <PullRequestList
        now={now}
        organization={slug}
        rows={all ? rows : rows.slice(0, shownAtFirst)}
        timeZone={timeZone}
      />
      {!all && rows.length > shownAtFirst && (
        <ButtonLink className="self-start" href="?all" scroll={false}>
          Show all {plural(rows.length, 'pull request')}
        </ButtonLink>
      )}
    </Section>
  )
}
