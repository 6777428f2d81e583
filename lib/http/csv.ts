import { stringify } from 'csv-stringify/sync'

/** What `escape_formulas` leaves: a line break in front, or space before a sign that begins a formula. */
const mayBeFormula = /^[\n\v\f\x85\u2028\u2029]|^\s+[=+\-@＝＋－＠]/

/** Where a spreadsheet separates by semicolons or tabs, what follows one is a cell of its own. */
const mayBeCell = /([;\t][^\S\t]*)(?=[=+\-@＝＋－＠])/g

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
