import { Missing } from '@/components/ui/missing'

/** Text, or why there is none. */
export type TableCell = string | { missing: string }

/** `id` tells it apart in its table. */
export type TableRow = { id: string; name: string; href: string | null; cells: TableCell[] }

/** `id` is that of its summary, for links that lead to it. */
type Props = { id?: string; caption: string; columns: string[]; rows: TableRow[] }

const head = 'border-b border-line py-1.5 pr-4 font-medium text-muted last:pr-0'
const cell = 'border-b border-line py-1.5 pr-4 last:pr-0'

/** The figures of a chart as a table, folded away; the first column names the row. */
export function ChartTable({ id, caption, columns, rows }: Props) {
  const [first, ...others] = columns
  return (
    <details className="text-xs">
      <summary className="w-fit py-1 text-muted hover:text-ink" id={id}>
        Show as table
      </summary>
      <div
        className="relative mt-2 max-h-96 overflow-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
      >
        <table className="w-full border-collapse tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              <th className={`${head} text-left`} scope="col">
                {first}
              </th>
              {others.map((column) => (
                <th className={`${head} text-right`} key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th className={`${cell} min-w-28 text-left font-normal`} scope="row">
                  {row.href === null ? (
                    row.name
                  ) : (
                    <a className="underline-offset-4 hover:underline" href={row.href}>
                      {row.name}
                    </a>
                  )}
                </th>
                {row.cells.map((value, column) => (
                  <td className={`${cell} text-right whitespace-nowrap`} key={others[column]}>
                    {typeof value === 'string' ? value : <Missing why={value.missing} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
