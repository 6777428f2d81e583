import { expect, it } from 'vitest'
import { Prisma } from '@/lib/generated/prisma/client'
import { reading } from './reading'

const timeout = Prisma.sql`SELECT current_setting('statement_timeout') AS timeout`

it('a query of a request ends when its time is up, and none begins after', async () => {
  const stopping = new AbortController()
  const left = [1_500, 40.6, -3]
  const time = { signal: stopping.signal, leftMs: () => left[0] ?? 0 }
  const seen: string[] = []
  const whole = reading(async (read) => {
    for (let query = 0; query < 3; query += 1) {
      seen.push(...(await read<{ timeout: string }>(timeout)).map((row) => row.timeout))
      left.shift()
    }
    stopping.abort(new Error('time is up'))
    await read(timeout)
  }, time)
  await expect(whole).rejects.toThrow('time is up')
  expect(seen).toEqual(['1500ms', '40ms', '1ms'])
})

it('no query takes longer than two seconds, however much time there is', async () => {
  const time = { signal: new AbortController().signal, leftMs: () => 60_000 }
  expect(await reading((read) => read(timeout), time)).toEqual([{ timeout: '2s' }])
})
