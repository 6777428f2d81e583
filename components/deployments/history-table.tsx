import type { DeploymentSummary } from '@/lib/deployments/load-summaries'
import { HistoryRow } from './history-row'

type Day = { day: string; title: string; rows: DeploymentSummary[] }
type Props = { days: Day[]; organization: string; timeZone: string; now: Date }

const columns = [
  ['Started', 'w-32'],
  ['Status', 'w-32'],
  ['Service', ''],
  ['Commit', 'w-40'],
  ['Triggered by', 'w-40 max-lg:hidden'],
  ['Duration', 'w-24 text-right'],
  ['Pull requests', 'w-28 text-right'],
  ['Pipeline', 'w-8'],
]

/** Deployments as a log, day by day. */
export function HistoryTable({ days, ...place }: Props) {
  return (
    <table className="w-full border-collapse text-sm leading-snug max-md:block md:table-fixed">
      <caption className="sr-only">Deployments, the latest start first</caption>
      <thead className="max-md:sr-only">
        <tr>
          {columns.map(([title, look]) => (
            <th
              className={`sticky top-0 z-10 border-b border-line bg-paper py-2 pr-4 text-left text-xs font-medium text-muted last:pr-0 ${look}`}
              key={title}
              scope="col"
            >
              <span className={title === 'Pipeline' ? 'sr-only' : undefined}>{title}</span>
            </th>
          ))}
        </tr>
      </thead>
      {days.map(({ day, title, rows }) => (
        <tbody className="max-md:block" key={day}>
          <tr className="max-md:block">
            <th
              className="pt-6 pb-2 text-left text-sm font-semibold max-md:block"
              colSpan={columns.length}
              scope="rowgroup"
            >
              {title}
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
