import type { ReactNode } from 'react'
import type { Fact } from '@/components/ui/facts'
import { Missing } from '@/components/ui/missing'
import { Time } from '@/components/ui/time'
import { formatCount, formatDuration, plural } from '@/lib/core/format'
import type { PullRequestDetails } from '@/lib/pull-requests/get'

/** Everything that is known of a pull request besides what became of it. */
export function factsOf(pullRequest: PullRequestDetails, timeZone: string, now: Date): Fact[] {
  const { repository, author, baseBranch, defaultBranch, delivery, liveBefore, mergeCommitSha, state, closedAt } =
    pullRequest
  const time = (value: Date | null, why: string): ReactNode =>
    value ? <Time exact now={now} timeZone={timeZone} value={value} /> : <Missing why={why} />
  const open = state === 'open' ? 'Not yet' : 'Closed without a merge'
  return [
    { name: 'Repository', value: repository },
    { name: 'Author', value: author ?? <Missing why="Not known" /> },
    {
      name: 'Into',
      value: `${baseBranch}${baseBranch === defaultBranch ? ', the default branch' : ''}`,
    },
    { name: 'First commit', value: time(pullRequest.firstCommitAt, 'Not known') },
    { name: 'Opened', value: time(pullRequest.openedAt, onlyGit) },
    { name: 'First review', value: time(pullRequest.firstReviewAt, pullRequest.openedAt ? 'None' : onlyGit) },
    { name: 'Merged', value: time(pullRequest.mergedAt, open) },
    state === 'closed'
      ? { name: 'Closed', value: time(closedAt, 'Not known') }
      : {
          name: 'Live',
          value: time(delivery?.completedAt ?? null, liveBefore ? 'Before the first deployment' : 'Not yet'),
        },
    {
      name: 'Merge to production',
      value: delivery ? (
        formatDuration(delivery.leadTimeSeconds)
      ) : (
        <Missing why={liveBefore ? 'Not known' : 'Not live'} />
      ),
    },
    {
      name: 'Merge commit',
      value: mergeCommitSha ? (
        <code className="font-mono text-[0.8125rem]">{mergeCommitSha.slice(0, 10)}</code>
      ) : (
        <Missing why="None" />
      ),
    },
    { name: 'Size', value: sizeOf(pullRequest) },
  ]
}

const onlyGit = 'Only the code host knows; connect it under Settings > Repositories'

function sizeOf({ additions, deletions, changedPaths }: PullRequestDetails): ReactNode {
  const lines =
    additions !== null && deletions !== null && `+${formatCount(additions)} −${formatCount(deletions)} lines`
  const files = changedPaths !== null && plural(changedPaths, 'file')
  const size = [lines, files].filter(Boolean).join(' in ')
  return size === '' ? <Missing why={onlyGit} /> : size
}
