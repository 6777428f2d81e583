export type CsvRow = Record<string, string>

const field = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/y

/** The rows of a CSV file by the names in its first line. Fields in quotes may hold commas, quotes and line ends. */
export function parseCsv(text: string): CsvRow[] {
  const lines: string[][] = [[]]
  field.lastIndex = 0
  while (field.lastIndex < text.length) {
    const match = field.exec(text)
    if (!match) throw new Error(`This is no CSV: ${text.slice(0, 200)}`)
    const [, quoted, plain = '', end] = match
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\n') lines.push([])
  }
  const [names = [], ...rows] = lines.filter((line) => line.length > 0)
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])))
}
