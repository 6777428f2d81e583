import { ShieldAlert } from '@/components/ui/icons'
import { LengthBar } from '@/components/ui/length-bar'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { Time } from '@/components/ui/time'
import { exactSeconds, formatDuration, plural } from '@/lib/core/format'
import type { UndeployedGroup as Group } from '@/lib/pull-requests/list-undeployed'
import type { WaitingRisk } from '@/lib/risk/score/judge-undeployed'
import { reasonText } from '@/lib/risk/score/reasons'
import { riskText } from '@/lib/risk/score/words'

type Place = { organization: string; timeZone: string; now: Date }
type Props = Place & {
  id: string
  group: Group
  /** The name of the service, or of its repository, unless given. */
  title?: string
  /** Of deploying all of it now; null where that is not told. */
  risk?: WaitingRisk
  /** So many pull requests are listed. */
  max?: number
  /** What bars are drawn against. */
  longestSeconds: number
}

/** What one service has yet to deploy, the oldest merge first. */
export function UndeployedGroup({ id, group, title, risk = null, max = 10, longestSeconds, ...place }: Props) {
  const { service, repository, total, pullRequests, lastDeployment } = group
  const { organization, timeZone, now } = place
  return (
    <Section
      id={id}
      lead={
        <>
          {plural(total, 'pull request')}
          {service !== null && ` of ${repository}`}. Last deployed{' '}
          <Link
            className="underline underline-offset-4 hover:text-ink"
            href={`/${organization}/deployments/${lastDeployment.id}`}
            prefetch={false}
          >
            <Time now={now} timeZone={timeZone} value={lastDeployment.completedAt} />
          </Link>
          .{risk && <Risk organization={organization} risk={risk} />}
        </>
      }
      title={title ?? service ?? repository}
    >
      <ul className="flex flex-col border-b border-line">
        {pullRequests.slice(0, max).map((row) => (
          <li
            className="relative grid gap-x-8 gap-y-2 border-t border-line py-3 text-sm leading-relaxed hover:bg-raised has-[a[data-row]:focus-visible]:bg-raised md:grid-cols-[minmax(0,1fr)_16rem]"
            key={row.id}
          >
            <div className="min-w-0 break-words">
              <Link
                className="text-base leading-snug after:absolute after:inset-0"
                data-row
                href={`/${organization}/pull-requests/${row.id}`}
                prefetch={false}
              >
                <span className="text-muted tabular-nums">#{row.number}</span> {row.title}
              </Link>
              <p className="text-muted">
                {row.author ?? 'Unknown author'}, merged <Time now={now} timeZone={timeZone} value={row.mergedAt} />
              </p>
            </div>
            <Age longestSeconds={longestSeconds} seconds={row.ageSeconds} />
          </li>
        ))}
      </ul>
      {total > max && (
        <Link
          className="self-start text-sm underline underline-offset-4 hover:text-muted"
          href={`/${organization}/pull-requests?state=undeployed&repository=${encodeURIComponent(repository)}`}
          prefetch={false}
        >
          {plural(total - max, 'more pull request')}
        </Link>
      )}
    </Section>
  )
}

function Risk({ organization, risk }: { organization: string; risk: NonNullable<WaitingRisk> }) {
  const { score, mark, reasons } = risk
  const [first] = reasons.toSorted((a, b) => Math.abs(b.raises) - Math.abs(a.raises))
  return (
    <span className="mt-1 block">
      {score >= mark && <ShieldAlert className="mr-1 inline align-text-bottom text-failure" />}
      Deployed now, it is{' '}
      <Link className="text-ink underline underline-offset-4" href={`/${organization}/risk/model`} prefetch={false}>
        {riskText(score)} likely to fail
      </Link>
      {score >= mark && ', a warning'}
      {first ? `, ${first.raises > 0 ? 'raised' : 'lowered'} by: ${reasonText(first)}.` : '.'}
    </span>
  )
}

function Age({ seconds, longestSeconds }: { seconds: number; longestSeconds: number }) {
  return (
    <div className="flex flex-col gap-1.5 md:items-end">
      <p className="tabular-nums" title={`${exactSeconds(seconds)} since the merge`}>
        <span className="font-medium">{formatDuration(seconds)}</span>{' '}
        <span className="text-muted">since its merge</span>
      </p>
      <LengthBar length={longestSeconds > 0 ? seconds / longestSeconds : 0} />
    </div>
  )
}
