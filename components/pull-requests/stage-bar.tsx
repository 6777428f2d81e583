'use client'

import { exactSeconds, formatDuration } from '@/lib/core/format'
import type { Stage, StageName } from '@/lib/pull-requests/stages'

type Props = {
  stages: readonly Pick<Stage, 'name' | 'seconds'>[]
  /** Since its merge, of one that is not live; null for all others. */
  waitingSeconds?: number | null
}

const fills: Record<StageName, string> = {
  coding: 'fill-strong-line',
  'coding and review': 'fill-strong-line',
  review: 'fill-muted',
  deploy: 'fill-ink',
}

const meanings: Record<StageName, string> = {
  coding: 'first commit to opened',
  review: 'opened to merged',
  'coding and review': 'first commit to merged',
  deploy: 'merged to live',
}

const width = 1_000
/** So that a stage of seconds can still be seen next to one of days. */
const minWidth = 4
const gap = 2

/** The stages of a pull request as one line, as long as each took; below it their names and times, and how long it waits. */
export function StageBar({ stages, waitingSeconds = null }: Props) {
  const total = stages.reduce((sum, { seconds }) => sum + seconds, 0)
  const free = width - stages.length * minWidth
  const widths = stages.map(({ seconds }) => minWidth + (total > 0 ? (seconds / total) * free : 0))
  const startOf = (index: number) => widths.slice(0, index).reduce((sum, length) => sum + length, 0)
  return (
    <figure className="flex flex-col gap-4">
      <svg aria-hidden="true" className="h-4 w-full" preserveAspectRatio="none" viewBox={`0 0 ${width} 1`}>
        {stages.map(({ name }, index) => (
          <rect
            className={fills[name]}
            height="1"
            key={name}
            width={Math.round(Math.max((widths[index] ?? 0) - gap, 2))}
            x={Math.round(startOf(index))}
          />
        ))}
      </svg>
      <dl className="stages">
        {stages.map(({ name, seconds }) => (
          <div key={name}>
            <dt>
              <svg aria-hidden="true" className="size-2.5 shrink-0" viewBox="0 0 10 10">
                <rect className={fills[name]} height="10" width="10" />
              </svg>
              <span>{name}</span>
            </dt>
            <dd title={exactSeconds(Math.round(seconds))}>
              {formatDuration(seconds)}
              <small>{meanings[name]}</small>
            </dd>
          </div>
        ))}
        {waitingSeconds === null ? (
          <Sum name="In all" seconds={total} />
        ) : (
          <>
            <Sum name="Up to its merge" seconds={total} />
            <Sum name="Waiting for production" seconds={waitingSeconds} />
          </>
        )}
      </dl>
    </figure>
  )
}

function Sum({ name, seconds }: { name: string; seconds: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={exactSeconds(Math.round(seconds))}>{formatDuration(seconds)}</dd>
    </div>
  )
}
