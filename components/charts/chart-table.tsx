'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { Missing } from '@/components/ui/missing'
import { inOnePiece } from '@/lib/web/in-one-piece'

/** Text, or why there is none. */
export type TableCell = string | { missing: string }

export type TableRow = { name: string; href: string | null; cells: readonly TableCell[] }

type Props = {
  /** Of the chart in its page. */
  id: string
  caption: string
  columns: readonly string[]
  rows: () => readonly TableRow[]
}

const parameter = 'table'

/**
 * The figures of a chart as a table, made when it is opened; the first column names the row. Without scripts the page is
 * loaded again with it.
 */
export function ChartTable({ id, caption, columns, rows }: Props) {
  const query = new URLSearchParams(useSearchParams() ?? undefined)
  const [open, setOpen] = useState(query.get(parameter) === id)
  query.set(parameter, id)
  query.set(inOnePiece, '1')
  return (
    <details className="chart-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)} open={open}>
      <summary id={`${id}-table`}>Show as table</summary>
      {open ? (
        <Table caption={caption} columns={columns} rows={rows()} />
      ) : (
        <noscript>
          <a href={`?${query}#${id}-table`}>Load it</a>
        </noscript>
      )}
    </details>
  )
}

type TableProps = Pick<Props, 'caption' | 'columns'> & { rows: readonly TableRow[] }

function Table({ caption, columns, rows }: TableProps) {
  return (
    <div
      className="relative mt-2 max-h-96 overflow-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
    >
      <table className="w-full border-collapse tabular-nums [&_:is(td,th)]:border-b [&_:is(td,th)]:border-line [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:pr-4 [&_:is(td,th)]:text-right [&_:is(td,th)]:first:text-left [&_:is(td,th)]:last:pr-0">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-muted">
            {columns.map((column) => (
              <th className="font-medium" key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, href, cells }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows stay where they are, and two may have one name
            <tr key={row}>
              <th className="min-w-28 font-normal" scope="row">
                {href === null ? (
                  name
                ) : (
                  <a className="underline-offset-4 hover:underline" href={href}>
                    {name}
                  </a>
                )}
              </th>
              {cells.map((value, column) => (
                <td className="whitespace-nowrap" key={columns[column + 1]}>
                  {typeof value === 'string' ? value : <Missing why={value.missing} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
