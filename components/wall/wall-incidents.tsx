import { CircleCheck, TriangleAlert } from '@/components/ui/icons'
import { formatCount, formatDuration, plural } from '@/lib/core/format'
import type { Incident } from '@/lib/insights/metrics/incidents'
import { endOf, isOver, type Period } from '@/lib/time/period'
import { FittingList } from './fitting-list'

type Props = { open: readonly Incident[]; period: Period }

const maxRows = 50
/** So many stand in one row. */
const maxInRow = 3

/** Whether incidents take one row, and leave the rest of the screen to others. */
export function areFew(open: readonly Incident[]): boolean {
  return open.length <= maxInRow
}

/** What is broken, or was when a period that is over ended, and for how long; the latest first: a new one is never out of sight. */
export function WallIncidents({ open, period }: Props) {
  const when = isOver(period) ? ' when the period ended' : ''
  const title = open.length === 0 ? 'Open incidents' : plural(open.length, 'open incident')
  const latest = open.slice(-maxRows).toReversed()
  const others = open.length - latest.length
  const few = areFew(open)
  return (
    <FittingList layout={few ? 'one row' : 'one column'} title={`${title}${when}`}>
      {open.length === 0 && (
        <li className="flex items-center gap-[0.6em] py-[0.35em] text-success" key="none">
          <CircleCheck className="size-[1.1em] shrink-0" />
          None
        </li>
      )}
      {latest.map(({ service, environment, openedAt, openedById, failures }) => (
        <li
          className={`grid grid-cols-[1.7em_minmax(0,1fr)_7em] items-center py-[0.35em] ${few ? 'landscape:flex landscape:gap-x-[0.6em]' : ''}`}
          key={openedById}
        >
          <TriangleAlert className="size-[1.1em] text-failure" />
          <span className="truncate text-left" dir="auto">
            <span className="font-medium">{service ?? 'Without a service'}</span>{' '}
            <span className="text-muted">
              {environment}
              {failures > 1 && `, ${formatCount(failures)} times`}
            </span>
          </span>
          <span className="text-right font-medium text-failure tabular-nums">
            {formatDuration((endOf(period).getTime() - openedAt) / 1000)}
          </span>
        </li>
      ))}
      {others > 0 && <li className="py-[0.35em] text-muted">and {formatCount(others)} more</li>}
    </FittingList>
  )
}
