import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseBudget, type TimeLeft } from '@/lib/db/database-budget'
import { DatabaseUnavailableError } from '@/lib/db/database-errors'
import { inTransaction } from '@/lib/db/transaction'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const delay = (milliseconds: number) => () => new Promise((resolve) => setTimeout(resolve, milliseconds))
const hanging = () => new Promise<never>(() => {})

/** How long it takes until `work` fails as unavailable. */
async function failsAfterMs(work: Promise<unknown>): Promise<number> {
  const began = performance.now()
  const failing = expect(work).rejects.toThrow(DatabaseUnavailableError)
  await vi.runAllTimersAsync()
  await failing
  return performance.now() - began
}

describe("a request's time for the database", () => {
  test('leaves a third of the three seconds for what the database has no part in', async () => {
    expect(await failsAfterMs(databaseBudget()(hanging))).toBe(2_000)
  })

  test('is one for all calls together, and what passes between them does not count', async () => {
    const withinBudget = databaseBudget()
    const first = withinBudget(delay(1_500))
    await vi.advanceTimersByTimeAsync(10_000)
    await first
    expect(await failsAfterMs(withinBudget(hanging))).toBe(500)
  })

  test('can be left in part for what comes after', async () => {
    const withinBudget = databaseBudget()
    const began = performance.now()
    const first = expect(withinBudget(hanging, 500)).rejects.toThrow(DatabaseUnavailableError)
    await vi.runAllTimersAsync()
    await first
    expect(performance.now() - began).toBe(1_500)
    expect(await failsAfterMs(withinBudget(hanging))).toBe(500)
  })

  test('gives the work what is left of it', async () => {
    const withinBudget = databaseBudget()
    const left: number[] = []
    const note = (milliseconds: number, reserveMs?: number) =>
      withinBudget(async ({ leftMs }) => {
        left.push(leftMs())
        await delay(milliseconds)()
        left.push(leftMs())
      }, reserveMs)
    const first = note(500)
    await vi.runAllTimersAsync()
    await first
    const second = note(300, 400)
    await vi.runAllTimersAsync()
    await second
    expect(left).toEqual([2_000, 1_500, 1_100, 800])
  })

  test('stops the work when it is up, and not before', async () => {
    const signals: AbortSignal[] = []
    const withinBudget = databaseBudget()
    await withinBudget(async ({ signal }) => signals.push(signal))
    await failsAfterMs(
      withinBudget(({ signal }) => {
        signals.push(signal)
        return hanging()
      }),
    )
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
  })

  test('waits a little longer for a commit that has begun, and begins none when it is up', async () => {
    const said: string[] = []
    const poolWhere = (slow: string, delay: () => Promise<unknown>) => {
      const query = async (text: string) => {
        if (text === slow) await delay()
        said.push(text)
      }
      const client = { query, on: () => {}, off: () => {}, release: () => {} }
      return { connect: async () => client } as unknown as Pool
    }
    const store =
      (pool: Pool) =>
      ({ signal }: TimeLeft) =>
        inTransaction(pool, signal, async () => 'stored')
    const committed = databaseBudget()(store(poolWhere('COMMIT', delay(2_600))))
    await vi.runAllTimersAsync()
    expect(await committed).toBe('stored')
    expect(await failsAfterMs(databaseBudget()(store(poolWhere('COMMIT', hanging))))).toBe(2_700)
    said.length = 0
    await failsAfterMs(databaseBudget()(store(poolWhere('BEGIN', delay(2_600)))))
    expect(said).toEqual(['BEGIN', 'ROLLBACK'])
  })

  test('does not hide why the work failed', async () => {
    await expect(databaseBudget()(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(vi.getTimerCount()).toBe(0)
  })
})
