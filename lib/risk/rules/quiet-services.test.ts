import { expect, it } from 'vitest'
import type { Read } from '@/lib/db/reading'
import { silentService, staleService } from './quiet-services'

const of = { organizationId: 1, timeZone: 'UTC', now: new Date('2026-06-30T12:00:00Z') }
const counted = [
  { key: 'a', deployments: 60_000 },
  { key: 'b', deployments: 60_000 },
  { key: 'c', deployments: 40_000 },
  { key: 'd', deployments: 200_000 },
  { key: 'e', deployments: 9 },
]

/** Answers the first query with what is silent, and notes of which services the others read what they deployed. */
function reader() {
  const parts: string[][] = []
  const read = (async ({ values }) => {
    const keys = values.find((value): value is string[] => Array.isArray(value))
    if (keys) parts.push(keys)
    return keys === undefined && parts.length === 0 ? counted : []
  }) as Read
  return { read, parts }
}

it('silent services are looked at in parts of a hundred thousand deployments, each in a statement of its own', async () => {
  const { read, parts } = reader()
  await silentService.find(read, { ...of, thresholds: { times: 3, days: 2, share: 50 } })
  expect(parts).toEqual([['a'], ['b', 'c'], ['d']])
})

it('so are services that stand still, also those with few deployments', async () => {
  const { read, parts } = reader()
  await staleService.find(read, { ...of, thresholds: { days: 14 } })
  expect(parts).toEqual([['a'], ['b', 'c'], ['d'], ['e']])
})
