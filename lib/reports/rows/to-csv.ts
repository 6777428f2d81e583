import { stringify } from 'csv-stringify/sync'
import type { ColumnName, Row } from './columns'

/**
 * Rows as lines of CSV, without a header. Instants are in UTC, numbers plain; text that a spreadsheet would take for a
 * formula begins with an apostrophe.
 */
export function toCsv(columns: readonly ColumnName[], rows: readonly Row[]): string {
  return stringify([...rows], {
    columns: [...columns],
    escape_formulas: true,
    cast: {
      date: (value) => value.toISOString(),
      boolean: (value) => (value ? 'yes' : 'no'),
    },
  })
}
