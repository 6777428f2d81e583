import { expect, it } from 'vitest'
import { reading } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { packedInstants, packedNumbers, selectPacked, unpackColumns } from './packed-columns'

const instants = [
  '1970-01-01T00:00:00.000Z',
  '1999-12-31T23:59:59.999Z',
  '2026-03-29T01:30:00.123Z',
  '9999-12-31T23:59:59.999Z',
]
const ids = [1, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER]
const numbers = [0, null, 1, 2 ** 31 - 1]
const columns = {
  id: packedNumbers(Prisma.sql`id`),
  number: packedNumbers(Prisma.sql`number`),
  instant: packedInstants(Prisma.sql`at`),
  orNull: packedInstants(Prisma.sql`CASE WHEN number > 0 THEN at END`),
}
const names = ['id', 'number', 'instant', 'orNull'] as const

it('columns arrive as they are stored, those of several rows one after the other', async () => {
  const rows = await reading((read) =>
    read<Record<keyof typeof columns, Buffer>>(Prisma.sql`
      SELECT ${selectPacked(columns, names)}
      FROM unnest(${ids}::bigint[], ${numbers}::int[], ${instants}::timestamptz[]) WITH ORDINALITY AS rows(id, number, at, place)
      GROUP BY place < 4 ORDER BY place < 4 DESC`),
  )
  expect(rows).toHaveLength(2)
  const { id, number, instant, orNull } = unpackColumns(columns, names, rows)
  const asMs = instants.map((text) => Date.parse(text))
  expect([...id]).toEqual(ids)
  expect([...number]).toEqual([0, Number.NaN, 1, 2 ** 31 - 1])
  expect([...instant]).toEqual(asMs)
  expect([...orNull]).toEqual([Number.NaN, Number.NaN, asMs[2], asMs[3]])
})
