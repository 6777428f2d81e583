import { createPauses } from '@/lib/core/pauses'
import type { Copy } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Columns, ServiceEnvironment } from '@/lib/insights/metrics/samples'
import { perServiceEnvironment } from './per-service-environment'
import type { Scope } from './scope'

/*
 * The column `facts` of a table holds numbers of a row, in the order of the columns of its samples: instants as
 * milliseconds since 1970, NaN for what is not known. The database generates it.
 */

/** The packed values of the rows of a group, one row after the other. */
export type Group = { packed: DataView }

/** A group of the rows of a service environment. */
export type PlacedGroup = Group & ServiceEnvironment

/** The columns up to one of them, which is included. */
export function columnsTo<Name extends string>(names: readonly Name[], last: Name): Name[] {
  return names.slice(0, names.indexOf(last) + 1)
}

/** What a query selects of a group of rows that is not empty: the first columns of each. */
export function groupedColumns(names: readonly string[]): Prisma.Sql {
  return Prisma.sql`string_agg(substr(facts, 1, ${names.length * valueBytes}), '') AS facts`
}

/** Runs a query of groups, which have `facts`. A hundred thousand rows take milliseconds. */
export async function loadGroups(copy: Copy, query: Prisma.Sql): Promise<Group[]> {
  return readRows(await copy(Prisma.sql`SELECT facts FROM (${query}) AS groups`), ([facts]) => ({
    packed: viewOf(facts),
  }))
}

/** Loads columns of the rows `d` of a table that belong to a scope, in groups of a service environment each. */
export async function loadPlacedGroups(
  copy: Copy,
  organizationId: number,
  { serviceEnvironments, repositoryId }: Pick<Scope, 'serviceEnvironments' | 'repositoryId'>,
  { names, from, where }: { names: readonly string[]; from: Prisma.Sql; where: Prisma.Sql },
): Promise<PlacedGroup[]> {
  const query =
    serviceEnvironments === null
      ? Prisma.sql`
        SELECT d.service_key AS service, d.environment_key AS environment, ${groupedColumns(names)}
        FROM ${from} WHERE d.organization_id = ${organizationId} AND ${where} GROUP BY d.service_key, d.environment_key`
      : perServiceEnvironment(
          organizationId,
          { serviceEnvironments, repositoryId },
          (isInScope) => Prisma.sql`
            SELECT ${groupedColumns(names)} FROM ${from} WHERE ${isInScope} AND ${where} HAVING count(*) > 0`,
        )
  return loadPlaced(copy, query)
}

/** Runs a query of groups of a service environment each, which have `facts`, `service` and `environment`. */
export async function loadPlaced(copy: Copy, query: Prisma.Sql): Promise<PlacedGroup[]> {
  const copied = await copy(Prisma.sql`SELECT facts, service, environment FROM (${query}) AS groups`)
  return readRows(copied, ([facts, service, environment]) => ({
    packed: viewOf(facts),
    service: service?.toString() ?? null,
    environment: environment?.toString() ?? '',
  }))
}

/** Copied rows: the number of fields, then of each its length, −1 for null, and itself. */
async function readRows<Row>(copied: Buffer, rowOf: (fields: readonly (Buffer | null)[]) => Row): Promise<Row[]> {
  const pause = createPauses()
  const rows: Row[] = []
  let at = headerBytes
  const readField = () => {
    const start = at + 4
    const length = copied.readInt32BE(at)
    at = start + Math.max(length, 0)
    return length < 0 ? null : copied.subarray(start, at)
  }
  for (let fields = copied.readInt16BE(at); fields !== endOfRows; fields = copied.readInt16BE(at)) {
    at += 2
    rows.push(rowOf(Array.from({ length: fields }, readField)))
    await pause()
  }
  return rows
}

function viewOf(bytes: Buffer | null | undefined): DataView {
  return bytes ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new DataView(new ArrayBuffer(0))
}

const headerBytes = 19
const endOfRows = -1
const valueBytes = 8

/** For each row of groups, one after the other, the index of its group. */
export function placesOf(groups: readonly Group[], names: readonly string[]): Int32Array {
  const places = new Int32Array(rowsOf(groups, names))
  let end = 0
  groups.forEach((group, place) => {
    const start = end
    end += rowsOf([group], names)
    places.fill(place, start, end)
  })
  return places
}

/** The service environment of each group. */
export function serviceEnvironmentsOf(groups: readonly PlacedGroup[]): ServiceEnvironment[] {
  return groups.map(({ service, environment }) => ({ service, environment }))
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
