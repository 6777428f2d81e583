import { stringify } from 'csv-stringify/sync'
import { createPauses } from '@/lib/core/pauses'

/** What `escape_formulas` leaves: a line break in front, or space before a sign that begins a formula. */
const mayBeFormula = /^[\n\v\f\x85\u2028\u2029]|^\s+[=+\-@＝＋－＠]/

/** Where a spreadsheet separates by semicolons or tabs, what follows one, or a line break, is a cell of its own. */
const mayBeCell = /([;\t\r\n](?:"|[^\S\t\r\n])*)(?=[=+\-@＝＋－＠])/g

/**
 * Rows as lines of CSV, without a header. Instants are in UTC, numbers plain; text that a spreadsheet would take for a
 * formula begins with an apostrophe.
 */
export function toCsv<Row extends object>(
  columns: readonly string[],
  rows: readonly Row[],
  booleanText: (value: boolean) => string,
): string {
  return stringify([...rows], {
    columns: [...columns],
    escape_formulas: true,
    cast: {
      date: (value) => value.toISOString(),
      boolean: booleanText,
      string: (value) => `${mayBeFormula.test(value) ? "'" : ''}${value.replace(mayBeCell, "$1'")}`,
    },
  })
}

/** A row may have thousands of quotes, each of which takes its time. */
const rowsAtOnce = 20

/** The same in pieces of a few rows, with pauses between them. */
export async function* toCsvPieces<Row extends object>(
  columns: readonly string[],
  rows: readonly Row[],
  booleanText: (value: boolean) => string,
): AsyncGenerator<string> {
  const pause = createPauses()
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    yield toCsv(columns, rows.slice(from, from + rowsAtOnce), booleanText)
    await pause()
  }
}
