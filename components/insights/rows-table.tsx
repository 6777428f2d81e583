import type { ColumnKind, ColumnName, Row } from '@/lib/insights/metrics/drilldown/columns'
import { RowsCell } from './rows-cell'

type ShownColumn = { name: ColumnName; kind: ColumnKind; title: string }
type Props = { caption: string; columns: ShownColumn[]; rows: Row[]; organization: string; timeZone: string }

const widths: Record<ColumnKind, string> = {
  deployment: '',
  'pull request': '',
  status: 'w-32',
  text: 'w-40',
  instant: 'w-28',
  seconds: 'w-32 text-right',
  number: 'w-20 text-right',
  'yes or no': 'w-36 lg:pl-4',
}

/** The reason why a row does not count has room next to so many columns. */
const fewColumns = 5
const wide = 'w-56 lg:pl-4'

const cell = 'border-t border-line py-2.5 pr-4 align-top last:pr-0 max-lg:border-t-0 max-lg:p-0'

/** The rows behind a number with what enters it; each leads to its deployment or pull request. */
export function RowsTable({ caption, columns, rows, organization, timeZone }: Props) {
  return (
    <table className="w-full border-collapse border-b border-line text-sm leading-snug max-lg:block lg:table-fixed">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-lg:sr-only">
        <tr>
          {columns.map(({ name, kind, title }) => (
            <th
              className={`sticky top-0 z-10 bg-paper py-2 pr-4 text-left align-bottom text-xs font-medium text-muted shadow-[inset_0_-1px_var(--line)] last:pr-0 ${name === 'counted' && columns.length <= fewColumns ? wide : widths[kind]}`}
              key={name}
              scope="col"
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {rows.map((row) => (
          <tr
            className="relative hover:bg-raised has-[a[data-row]:focus-visible]:bg-raised max-lg:flex max-lg:flex-col max-lg:gap-1 max-lg:border-t max-lg:border-line max-lg:py-3"
            key={keyOf(row)}
          >
            {columns.map(({ name, kind, title }, index) => (
              <td className={cellClass(name, kind, row, index === 0)} key={name}>
                {index > 0 && (
                  <span aria-hidden="true" className="text-muted lg:hidden">
                    {title}
                  </span>
                )}
                <div className="min-w-0 break-words">
                  <RowsCell
                    kind={kind}
                    leading={index === 0}
                    name={name}
                    organization={organization}
                    row={row}
                    timeZone={timeZone}
                  />
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const rightAligned = new Set<ColumnKind>(['seconds', 'number'])

/** On a phone, where there is no head over them, all cells but the leading one are labelled. */
function cellClass(name: ColumnName, kind: ColumnKind, row: Row, leading: boolean): string {
  const onPhone = leading ? '' : 'max-lg:grid max-lg:grid-cols-[8rem_minmax(0,1fr)]'
  return [
    cell,
    rightAligned.has(kind) ? 'tabular-nums lg:text-right' : '',
    kind === 'yes or no' ? 'lg:pl-4' : '',
    goesWithoutSaying(name, kind, row) ? 'max-lg:hidden' : onPhone,
  ].join(' ')
}

/** On a phone: what is as usual. */
function goesWithoutSaying(name: ColumnName, kind: ColumnKind, row: Row): boolean {
  if (name === 'counted') return row.counted === true && !row.why
  if (name === 'openedBy') return !row.openedById
  return kind === 'yes or no' && row[name] === false
}

function keyOf({ id, openedById, pullRequestId, event }: Row): string {
  return [id, openedById, pullRequestId, event].join()
}
