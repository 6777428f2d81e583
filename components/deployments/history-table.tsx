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

/** Of rows and cells, said once: on each of them it would be sent fifty times, as markup and as data of the page. */
const looks = [
  '[&_tr:has(td)]:relative [&_tr:has(td)]:hover:bg-raised [&_tr:has([data-row]:focus-visible)]:bg-raised',
  'max-lg:[&_tr:has(td)]:grid max-lg:[&_tr:has(td)]:grid-cols-[minmax(0,1fr)_auto] max-lg:[&_tr:has(td)]:gap-x-4 max-lg:[&_tr:has(td)]:gap-y-1 max-lg:[&_tr:has(td)]:border-t max-lg:[&_tr:has(td)]:border-line max-lg:[&_tr:has(td)]:py-3',
  'lg:[&_td]:border-t lg:[&_td]:border-line lg:[&_td]:py-2.5 lg:[&_td]:pr-4 lg:[&_td:last-child]:pr-0 [&_td]:align-top',
  'max-lg:[&_td:nth-child(1)]:order-2 max-lg:[&_td:nth-child(1)]:text-right',
  'max-lg:[&_td:nth-child(2)]:order-3',
  'max-lg:[&_td:nth-child(3)]:order-1',
  'max-lg:[&_td:nth-child(4)]:order-5 max-lg:[&_td:nth-child(4)]:flex max-lg:[&_td:nth-child(4)]:min-w-0 max-lg:[&_td:nth-child(4)]:gap-2',
  '[&_td:nth-child(5)]:truncate [&_td:nth-child(5)]:text-left max-xl:[&_td:nth-child(5)]:hidden',
  '[&_td:is(:nth-child(6),:nth-child(7))]:text-right [&_td:is(:nth-child(6),:nth-child(7))]:tabular-nums',
  'max-lg:[&_td:nth-child(6)]:order-4 max-lg:[&_td:nth-child(7)]:order-6 max-lg:[&_td:nth-child(8)]:hidden',
  '[&_[data-row]]:font-medium [&_[data-row]]:break-words [&_[data-row]]:after:absolute [&_[data-row]]:after:inset-0',
].join(' ')

/** Deployments as a log, day by day. */
export function HistoryTable({ days, ...place }: Props) {
  return (
    <table className={`w-full border-collapse text-sm leading-snug max-lg:block lg:table-fixed ${looks}`}>
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
