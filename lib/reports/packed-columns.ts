import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Columns of many rows as one value each, so that a hundred thousand rows travel and are read in milliseconds. All
 * aggregates of a query see its rows in the same order; a null travels as a value that no row has.
 */
export function packIntegers(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`string_agg(int4send(coalesce(${column}, -1)), '')`
}

export function packIds(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`string_agg(int8send(${column}), '')`
}

export function packInstants(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`string_agg(timestamptz_send(coalesce(${column}, '-infinity')), '')`
}

/** Of `packIntegers`; reads integers that are not negative, or null, by their position. */
export function unpackIntegers(packed: Buffer): (index: number) => number | null {
  const view = viewOf(packed)
  return (index) => {
    const value = view.getInt32(index * 4)
    return value < 0 ? null : value
  }
}

/** Of `packIds`; reads ids by their position. */
export function unpackIds(packed: Buffer): (index: number) => number {
  const view = viewOf(packed)
  return (index) => readBigInteger(view, index * 8)
}

const startOf2000 = Date.UTC(2000, 0, 1)

/** Of `packInstants`, where it may hold nulls; reads milliseconds since 1970 by their position. */
export function unpackInstantsOrNull(packed: Buffer): (index: number) => number | null {
  const view = viewOf(packed)
  const before = -(2 ** 63)
  return (index) => {
    const microseconds = readBigInteger(view, index * 8)
    return microseconds === before ? null : startOf2000 + Math.round(microseconds / 1000)
  }
}

/** Of `packInstants` of a column without nulls; reads milliseconds since 1970 by their position. */
export function unpackInstants(packed: Buffer): (index: number) => number {
  const view = viewOf(packed)
  return (index) => startOf2000 + Math.round(readBigInteger(view, index * 8) / 1000)
}

/** As many rows as a column of `packIds` or `packInstants` has, each made from its position. */
export function unpackRows<Row>(packed: Buffer, rowAt: (index: number) => Row): Row[] {
  const rows: Row[] = []
  for (let index = 0; index < packed.length / 8; index += 1) rows.push(rowAt(index))
  return rows
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function readBigInteger(view: DataView, at: number): number {
  return view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)
}
