import { afterEach, expect, it, vi } from 'vitest'
import type { Read } from '@/lib/db/reading'
import { silentService, staleService } from './quiet-services'

const of = { organizationId: 1, timeZone: 'UTC', now: new Date('2026-06-30T12:00:00Z') }
const counted = [
  { key: 'a', deployments: 60_000 },
  { key: 'b', deployments: 60_000 },
  { key: 'c', deployments: 40_000 },
  { key: 'd', deployments: 200_000 },
  { key: 'e', deployments: 10 },
]

/** Answers the first query with what is silent, and notes of which services the others read what they deployed. */
function reader(takesMs?: number) {
  const parts: string[][] = []
  const read = (async ({ values }) => {
    const keys = values.find((value): value is string[] => Array.isArray(value))
    if (keys === undefined) return parts.length === 0 ? counted : []
    parts.push(keys)
    if (takesMs !== undefined) vi.advanceTimersByTime(takesMs)
    return keys.map((key) => ({ key, service: key, deployments: 10, silent: 1, idle: 1, usual: 1 }))
  }) as Read
  return { read, parts }
}

afterEach(() => vi.useRealTimers())

it('silent services are looked at in parts of a hundred thousand deployments, each in a statement of its own', async () => {
  const { read, parts } = reader()
  await silentService.find(read, { ...of, thresholds: { times: 3, days: 2, share: 50 } })
  expect(parts).toEqual([['a'], ['b', 'c'], ['d'], ['e']])
})

it('so are services that stand still', async () => {
  const { read, parts } = reader()
  await staleService.find(read, { ...of, thresholds: { days: 14 } })
  expect(parts).toEqual([['a'], ['b', 'c'], ['d'], ['e']])
})

it('after five seconds no other part is begun, and what was found by then is kept', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const silent = await silentService.find(reader(2_600).read, { ...of, thresholds: { times: 3, days: 2, share: 50 } })
  const still = await staleService.find(reader(2_600).read, { ...of, thresholds: { days: 14 } })
  for (const found of [silent, still]) expect(found.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})
