import { Time } from '@/components/ui/time'
import { exactSeconds, formatDuration, plural } from '@/lib/core/format'
import type { DeployedRange } from '@/lib/deployments/load-range'

type Props = { range: DeployedRange; pullRequestP50Seconds: number | null; timeZone: string; now: Date }

const openUpTo = 10

/** The commits that a deployment shipped and no pull request brought. Renders nothing without any. */
export function OutsideCommits({ range, pullRequestP50Seconds, timeZone, now }: Props) {
  const { count, leadTimeP50Seconds, latest } = range.outside
  if (count === 0) return null
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      <div className="flex flex-col gap-1">
        <h3 className="text-sm font-semibold">Commits outside pull requests</h3>
        <p className="max-w-2xl text-sm leading-relaxed text-muted">
          {range.commitCount === null ? plural(count, 'commit') : `${count} of ${plural(range.commitCount, 'commit')}`}
          {leadTimeP50Seconds !== null &&
            `, half of them were live within ${formatDuration(leadTimeP50Seconds)} of the commit`}
          {pullRequestP50Seconds !== null &&
            `; of the pull requests that it delivered, half within ${formatDuration(pullRequestP50Seconds)} of merge`}
          .
        </p>
      </div>
      <details open={latest.length <= openUpTo}>
        <summary className="w-fit text-sm text-muted underline-offset-4 hover:text-ink hover:underline">
          {count > latest.length ? `The newest ${latest.length}` : plural(count, 'commit')}
        </summary>
        <ul className="flex flex-col pt-2">
          {latest.map(({ sha, authorName, committedAt, leadTimeSeconds }) => (
            <li
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-0.5 border-t border-line py-2 text-sm first:border-t-0 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto_7rem]"
              key={sha}
            >
              <code className="font-mono text-[0.8125rem] leading-5" title={sha}>
                {sha.slice(0, 10)}
              </code>
              <span className="truncate max-sm:order-3" title={authorName}>
                {authorName}
              </span>
              <span className="text-muted max-sm:order-4 max-sm:text-right">
                <Time now={now} timeZone={timeZone} value={committedAt} />
              </span>
              <span
                className="text-right tabular-nums"
                title={`${exactSeconds(leadTimeSeconds)} from commit to production`}
              >
                {formatDuration(leadTimeSeconds)}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
