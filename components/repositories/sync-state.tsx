import type { ReactNode } from 'react'
import { CircleCheck, CirclePause, Clock, GitBranch, TriangleAlert } from '@/components/ui/icons'
import { Time } from '@/components/ui/time'
import { formatCount } from '@/lib/core/format'
import type { RepositorySummary } from '@/lib/sources/repositories/list'

type Props = { repository: RepositorySummary; timeZone: string; now: Date }

/** How far a repository is up to date, in words; what goes wrong included. */
export function SyncState({ repository, timeZone, now }: Props) {
  const { sync, connection, monitored, importedAt } = repository
  const at = (value: Date) => <Time now={now} timeZone={timeZone} value={value} />
  if (!connection) {
    return (
      <State Icon={GitBranch} colour="text-muted" word="From a clone">
        {importedAt ? <>Imported {at(importedAt)}</> : 'Nothing imported yet'}
      </State>
    )
  }
  if (!monitored) {
    return (
      <State Icon={CirclePause} colour="text-muted" word="Not monitored">
        {sync?.finishedAt ? <>As of {at(sync.finishedAt)}</> : 'Never read'}
      </State>
    )
  }
  if (!sync) return <State Icon={Clock} colour="text-muted" word="Not read yet" />
  if (sync.state === 'running') return <Running sync={sync} />
  if (sync.state === 'done' && sync.finishedAt) {
    return (
      <State Icon={CircleCheck} colour="text-success" word="Up to date">
        {at(sync.finishedAt)}
      </State>
    )
  }
  if (sync.state === 'failed') {
    return (
      <State Icon={TriangleAlert} colour="text-failure" word="Cannot be read">
        {sync.problem}
      </State>
    )
  }
  return (
    <State Icon={Clock} colour="text-progress" word="Waiting">
      {sync.problem} {sync.notBefore > now && <>Tried again {at(sync.notBefore)}.</>}
    </State>
  )
}

type StateProps = { Icon: typeof Clock; colour: string; word: string; children?: ReactNode }

function State({ Icon, colour, word, children }: StateProps) {
  return (
    <div className="flex gap-2 text-sm leading-relaxed">
      <Icon className={`mt-1 shrink-0 ${colour}`} />
      <div className="min-w-0 break-words">
        <p className={`font-medium ${colour}`}>{word}</p>
        {children && <p className="text-muted">{children}</p>}
      </div>
    </div>
  )
}

function Running({ sync }: { sync: NonNullable<RepositorySummary['sync']> }) {
  const { phase, done, total } = sync
  const label = `Reading ${phase ?? 'the repository'}`
  return (
    <div className="flex flex-col gap-1.5 text-sm leading-relaxed">
      <p className="font-medium text-progress">{label}</p>
      <progress
        aria-label={label}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-progress [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-progress"
        {...(total === null ? {} : { max: Math.max(total, done, 1), value: done })}
      />
      <p className="text-muted tabular-nums">
        {formatCount(done)} {total !== null && `of ${formatCount(Math.max(total, done))}`}
      </p>
    </div>
  )
}
