import type { Copy } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Columns } from '@/lib/insights/metrics/samples'

/*
 * The column `facts` of a table holds numbers of a row, in the order of the columns of its samples: instants as
 * milliseconds since 1970, NaN for what is not known. The database generates it.
 */

/** The packed values of the rows of a group, one row after the other. */
export type Group = { place: number; packed: DataView }

/** The columns up to one of them, which is included. */
export function columnsTo<Name extends string>(names: readonly Name[], last: Name): Name[] {
  return names.slice(0, names.indexOf(last) + 1)
}

/** What a query selects of a group of rows that is not empty: the first columns of each. */
export function groupedColumns(names: readonly string[]): Prisma.Sql {
  return Prisma.sql`string_agg(substr(facts, 1, ${names.length * valueBytes}), '') AS facts`
}

/** Runs a query of groups, which have a `place` and `facts`. A hundred thousand rows take milliseconds. */
export async function loadGroups(copy: Copy, query: Prisma.Sql): Promise<Group[]> {
  return readGroups(await copy(Prisma.sql`SELECT place::int, facts FROM (${query}) AS groups`))
}

/** Copied rows of an integer and bytes: the number of fields, then of each its length and itself. */
function readGroups(copied: Buffer): Group[] {
  const groups: Group[] = []
  const view = new DataView(copied.buffer, copied.byteOffset, copied.byteLength)
  let at = headerBytes
  while (view.getInt16(at) !== endOfRows) {
    const place = view.getInt32(at + 6)
    const length = view.getInt32(at + 10)
    at += 14
    groups.push({ place, packed: new DataView(copied.buffer, copied.byteOffset + at, length) })
    at += length
  }
  return groups
}

const headerBytes = 19
const endOfRows = -1
const valueBytes = 8

/** For each row of groups, one after the other, the place of its group. */
export function placesOf(groups: readonly Group[], names: readonly string[]): Int32Array {
  const places = new Int32Array(rowsOf(groups, names))
  let end = 0
  for (const group of groups) {
    const start = end
    end += rowsOf([group], names)
    places.fill(group.place, start, end)
  }
  return places
}

function rowsOf(groups: readonly Group[], names: readonly string[]): number {
  return groups.reduce((sum, { packed }) => sum + packed.byteLength, 0) / (names.length * valueBytes)
}

/** The columns of groups, one after the other. Each is unpacked when it is first read. */
export function columnsOf<Name extends string>(names: readonly Name[], groups: readonly Group[]): Columns<Name> {
  const columns = { length: rowsOf(groups, names) }
  names.forEach((name, place) => {
    defineOnce(columns, name, () =>
      readColumn(groups, columns.length, { offset: place * valueBytes, rowBytes: names.length * valueBytes }),
    )
  })
  return columns as Columns<Name>
}

/** The values that are `offset` bytes behind the beginning of each row. */
function readColumn(
  groups: readonly Group[],
  length: number,
  { offset, rowBytes }: { offset: number; rowBytes: number },
): Float64Array {
  const column = new Float64Array(length)
  let row = 0
  for (const { packed } of groups) {
    for (let at = offset; at < packed.byteLength; at += rowBytes) {
      column[row] = packed.getFloat64(at)
      row += 1
    }
  }
  return column
}

/** A property that is made when it is first read. */
function defineOnce(target: object, name: string, make: () => unknown): void {
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable: true,
    get: () => {
      const value = make()
      Object.defineProperty(target, name, { value, enumerable: true })
      return value
    },
  })
}
