import type { ReactNode } from 'react'
import { CircleDashed, GitPullRequestArrow, Minus, Undo2 } from '@/components/ui/icons'
import { formatDate, formatExact, formatTime } from '@/lib/core/format'
import type { PullRequestState } from '@/lib/generated/prisma/enums'
import type { FirstDeployment, NotLive } from '@/lib/pull-requests/shipped-by'

type Props = {
  state: PullRequestState
  /** Completion of the deployment that delivered it. */
  liveSince: Date | null
  /** The first deployment of a service that contained it, where none delivered it. */
  liveBefore: FirstDeployment | null
  notLive: NotLive | null
  timeZone: string
}

/** What became of a pull request, by shape, word and colour. */
export function StateMark({ state, liveSince, liveBefore, notLive, timeZone }: Props) {
  const at = (value: Date | null | undefined) => value && <Moment timeZone={timeZone} value={value} />
  if (liveSince) {
    return (
      <Mark colour="text-success" icon={<Dot />}>
        Live since {at(liveSince)}
      </Mark>
    )
  }
  if (liveBefore) {
    return (
      <Mark colour="text-success" icon={<Dot />}>
        Live since before the first deployment{liveBefore.service && <> of {liveBefore.service}</>}
      </Mark>
    )
  }
  const { why, since } = notLive ?? { why: 'not merged', since: null }
  if (why === 'rolled back') {
    return (
      <Mark colour="text-rolled-back" icon={<Undo2 className="stroke-[2.5]" />}>
        Rolled back {at(since)}
      </Mark>
    )
  }
  if (why === 'merged, not deployed') {
    return <Mark icon={<CircleDashed className="stroke-[2.5]" />}>Merged, not deployed</Mark>
  }
  if (state === 'open') {
    return (
      <Mark colour="text-progress" icon={<GitPullRequestArrow className="stroke-[2.5]" />}>
        Open{since && <> since {at(since)}</>}
      </Mark>
    )
  }
  return (
    <Mark colour="text-muted" icon={<Minus className="stroke-[2.5]" />}>
      Closed without a merge
    </Mark>
  )
}

function Mark({ icon, colour = 'text-ink', children }: { icon: ReactNode; colour?: string; children: ReactNode }) {
  return (
    <span className={`inline-flex gap-2 font-medium ${colour}`}>
      <span aria-hidden="true" className="flex h-[1lh] shrink-0 items-center">
        {icon}
      </span>
      <span>{children}</span>
    </span>
  )
}

function Dot() {
  return (
    <svg aria-hidden="true" className="size-4" viewBox="0 0 16 16">
      <circle cx="8" cy="8" fill="currentColor" r="5" />
    </svg>
  )
}

/** An instant to the minute, to go on behind "since" or "merged". */
export function Moment({ value, timeZone }: { value: Date; timeZone: string }) {
  return (
    <time
      className="whitespace-nowrap"
      dateTime={value.toISOString()}
      title={`${formatExact(value, timeZone)} ${timeZone}`}
    >
      {formatDate(value, timeZone)}, {formatTime(value, timeZone)}
    </time>
  )
}
