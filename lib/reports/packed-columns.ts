import { Prisma } from '@/lib/generated/prisma/client'

/**
 * A column of many rows that travels as one value, so that a hundred thousand rows take milliseconds; a null arrives as
 * NaN. All columns of a query see its rows in the same order.
 */
export type PackedColumn = { packed: Prisma.Sql; unpack: (packed: Buffer) => Float64Array }

/** Numbers, whole ones up to 2^53, or null. */
export function packedNumbers(column: Prisma.Sql): PackedColumn {
  return {
    packed: Prisma.sql`string_agg(float8send(coalesce((${column})::float8, 'NaN')), '')`,
    unpack: (packed) => unpackEach(packed, (view, at) => view.getFloat64(at)),
  }
}

const startOf2000 = Date.UTC(2000, 0, 1)
const beforeAll = -(2 ** 63)

/** Instants, or null; read as milliseconds since 1970. */
export function packedInstants(column: Prisma.Sql): PackedColumn {
  return {
    packed: Prisma.sql`string_agg(timestamptz_send(coalesce(${column}, '-infinity')), '')`,
    unpack: (packed) =>
      unpackEach(packed, (view, at) => {
        const microseconds = view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)
        return microseconds === beforeAll ? Number.NaN : startOf2000 + Math.round(microseconds / 1000)
      }),
  }
}

/** Values of eight bytes each, read where they begin. */
function unpackEach(packed: Buffer, valueAt: (view: DataView, at: number) => number): Float64Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const values = new Float64Array(packed.length / 8)
  for (let row = 0; row < values.length; row += 1) values[row] = valueAt(view, row * 8)
  return values
}

/** What a query selects to have columns packed under their names. */
export function selectPacked<Name extends string>(
  columns: Record<Name, PackedColumn>,
  names: readonly Name[],
): Prisma.Sql {
  return Prisma.join(names.map((name) => Prisma.sql`${columns[name].packed} AS ${Prisma.raw(`"${name}"`)}`))
}

/** The columns that a query selected, those of all rows that it returned one after the other. */
export function unpackColumns<Name extends string>(
  columns: Record<Name, PackedColumn>,
  names: readonly Name[],
  rows: readonly Record<Name, Buffer>[],
): Record<Name, Float64Array> {
  const unpacked = names.map((name) => [name, columns[name].unpack(Buffer.concat(rows.map((row) => row[name])))])
  return Object.fromEntries(unpacked)
}
