import type { ReactNode } from 'react'
import { HistoryRow, type ShownDeployment } from './history-row'

type Day = {
  day: string
  title: string
  rows: ShownDeployment[]
  /** What leads to more about it. */
  more?: ReactNode
}
type Props = { days: Day[]; organization: string; timeZone: string; now: Date }

const columns = [
  { title: 'Started', look: 'w-28 xl:w-32' },
  { title: 'Status', look: 'w-32' },
  { title: 'Service', below: 'environment', look: '' },
  { title: 'Commit', below: 'branch', look: 'w-32' },
  { title: 'Triggered by', look: 'w-28 max-xl:hidden' },
  { title: 'Duration', look: 'w-24 text-right' },
  { title: 'Pull requests', below: 'lead time p50', look: 'w-28 text-right' },
  { title: 'Pipeline', look: 'w-8' },
]

/** Deployments as a log, day by day. */
export function HistoryTable({ days, ...place }: Props) {
  return (
    <table className="w-full border-collapse text-sm leading-snug max-lg:block lg:table-fixed">
      <caption className="sr-only">Deployments, the latest start first</caption>
      <thead className="max-lg:sr-only">
        <tr>
          {columns.map(({ title, below, look }) => (
            <th
              className={`sticky top-0 z-10 bg-paper py-2 pr-4 text-left align-top text-xs font-medium text-muted shadow-[inset_0_-1px_var(--line)] last:pr-0 ${look}`}
              key={title}
              scope="col"
            >
              {title === 'Pipeline' ? <span className="sr-only">{title}</span> : title}
              {below && <span className="block font-normal">{below}</span>}
            </th>
          ))}
        </tr>
      </thead>
      {days.map(({ day, title, rows, more }) => (
        <tbody className="max-lg:block" key={day}>
          <tr className="max-lg:block">
            <th
              className="pt-6 pb-2 text-left text-sm font-semibold max-lg:block"
              colSpan={columns.length - 1}
              scope="rowgroup"
            >
              {title}
              {more}
            </th>
          </tr>
          {rows.map((row) => (
            <HistoryRow key={row.id} row={row} {...place} />
          ))}
        </tbody>
      ))}
    </table>
  )
}
