import { expect, it } from 'vitest'
import { reading } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import {
  packIds,
  packInstants,
  packIntegers,
  unpackIds,
  unpackInstants,
  unpackInstantsOrNull,
  unpackIntegers,
  unpackRows,
} from './packed-columns'

const instants = [
  '1970-01-01T00:00:00.000Z',
  '1999-12-31T23:59:59.999Z',
  '2026-03-29T01:30:00.123Z',
  '9999-12-31T23:59:59.999Z',
]

it('columns arrive as they are stored', async () => {
  const ids = [1, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER]
  const integers = [0, null, 1, 2 ** 31 - 1]
  const [row] = await reading((read) =>
    read<Record<'ids' | 'integers' | 'instants' | 'orNull', Buffer>>(Prisma.sql`
      SELECT ${packIds(Prisma.sql`id`)} AS ids, ${packIntegers(Prisma.sql`number`)} AS integers,
        ${packInstants(Prisma.sql`at`)} AS instants, ${packInstants(Prisma.sql`CASE WHEN number > 0 THEN at END`)} AS "orNull"
      FROM unnest(${ids}::bigint[], ${integers}::int[], ${instants}::timestamptz[]) AS rows(id, number, at)`),
  )
  if (!row) throw new Error('an aggregate returned no row')
  const read = <T>(valueAt: (index: number) => T) => unpackRows(row.ids, valueAt)
  const asMs = instants.map((instant) => Date.parse(instant))
  expect(read(unpackIds(row.ids))).toEqual(ids)
  expect(read(unpackIntegers(row.integers))).toEqual(integers)
  expect(read(unpackInstants(row.instants))).toEqual(asMs)
  expect(read(unpackInstantsOrNull(row.orNull))).toEqual([null, null, asMs[2], asMs[3]])
})
