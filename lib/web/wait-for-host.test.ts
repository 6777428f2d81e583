import { expect, test } from 'vitest'
import { runReport } from '@/lib/web/run-report'
import { waitForHost } from './wait-for-host'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('an organization waits for a host twice at once, a person once, and takes no turn from reports or others', async () => {
  const started: string[] = []
  const ends: (() => void)[] = []
  const start = (organization: number, user: number) =>
    waitForHost({ organization: { id: organization }, user: { id: user } }, () => {
      started.push(`${organization} ${user}`)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const many = [start(1, 1), start(1, 1), start(1, 1), start(1, 2), start(1, 3)]
  await expect(start(1, 1)).rejects.toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } })
  many.push(start(2, 4))
  await settle()
  expect(started).toEqual(['1 1', '1 2', '2 4'])
  expect(await runReport({ organization: { id: 1 }, user: { id: 1 } }, async () => 'report')).toBe('report')
  while (ends.length > 0) {
    ends.shift()?.()
    await settle()
  }
  await Promise.all(many)
  expect(started).toHaveLength(6)
})
