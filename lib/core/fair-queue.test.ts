import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fairQueue, type QueueLimits } from './fair-queue'

const limits: QueueLimits = {
  running: { total: 3, organization: 2, person: 1, strangers: 1 },
  waiting: { organization: 4, person: 3, strangers: 2 },
  maxWaitMs: 60_000,
}

/** Work that ends when it is told to, and a list of what has begun. */
function workshop(given: Partial<QueueLimits> = {}) {
  const run = fairQueue({ ...limits, ...given })
  const begun: string[] = []
  const end = new Map<string, (error?: Error) => void>()
  const start = (name: string, organizationId: number, userId: number | null, options?: { mustRun: boolean }) =>
    run(
      { organizationId, userId },
      () => {
        begun.push(name)
        return new Promise<string>((resolve, reject) =>
          end.set(name, (error) => (error ? reject(error) : resolve(name))),
        )
      },
      options,
    )
  return { start, begun, end: (name: string, error?: Error) => end.get(name)?.(error) }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const refusal = { code: 'unavailable', headers: { 'Retry-After': '5' } }

describe('a fair queue', () => {
  it('runs no more at once than each may', async () => {
    const { start, begun } = workshop()
    for (const [name, organizationId, userId] of [
      ['a1', 1, 1],
      ['a1 again', 1, 1],
      ['a2', 1, 2],
      ['a3', 1, 3],
      ['b', 2, 4],
      ['c', 3, 5],
    ] as const)
      void start(name, organizationId, userId)
    await settle()
    expect(begun).toEqual(['a1', 'a2', 'b'])
  })

  it('gives a free place to the organization and person that had the least', async () => {
    const { start, begun, end } = workshop({ running: { total: 1, organization: 1, person: 1, strangers: 1 } })
    for (const name of ['a first', 'a second', 'a third']) void start(name, 1, 1)
    void start('a by another', 1, 2)
    void start('b first', 2, 3)
    void start('b second', 2, 3)
    await settle()
    for (const name of ['a first', 'b first', 'a by another', 'b second', 'a second', 'a third']) {
      expect(begun.at(-1)).toBe(name)
      end(name)
      await settle()
    }
  })

  it('refuses what is too much for a person and for an organization, and no one else', async () => {
    const { start, begun } = workshop()
    for (let n = 0; n < 4; n += 1) void start('a1', 1, 1)
    await expect(start('a1', 1, 1)).rejects.toMatchObject(refusal)
    for (let n = 0; n < 2; n += 1) void start('a2', 1, 2)
    await expect(start('a3', 1, 3)).rejects.toMatchObject(refusal)
    void start('b', 2, 4)
    await settle()
    expect(begun).toEqual(['a1', 'a2', 'b'])
  })

  it('takes the strangers of an organization for one person, and those of another for another', async () => {
    const { start, begun } = workshop({ running: { total: 9, organization: 2, person: 2, strangers: 1 } })
    for (const name of ['strangers of a', 'one waits', 'two wait']) void start(name, 1, null)
    await expect(start('three wait', 1, null)).rejects.toMatchObject(refusal)
    void start('a1', 1, 1)
    void start('strangers of b', 2, null)
    await settle()
    expect(begun).toEqual(['strangers of a', 'a1', 'strangers of b'])
  })

  it('refuses what waits too long, except what must run', async () => {
    const { start, begun, end } = workshop({ maxWaitMs: 1 })
    void start('runs', 1, 1)
    void start('must run', 1, 1, { mustRun: true })
    await expect(start('waits', 1, 1)).rejects.toMatchObject(refusal)
    end('runs')
    await settle()
    expect(begun).toEqual(['runs', 'must run'])
  })

  it('frees the place of what fails', async () => {
    const { start, begun, end } = workshop()
    const failing = start('fails', 1, 1)
    void start('next', 1, 1)
    await settle()
    end('fails', new Error('broken'))
    await expect(failing).rejects.toThrow('broken')
    await settle()
    expect(begun).toEqual(['fails', 'next'])
  })

  it('keeps a place for organizations whose work is short, until others have rested', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const running = { total: 3, organization: 2, person: 2 }
    const { start, begun, end } = workshop({ running, long: { afterMs: 1_000, restMs: 10_000, running: 2 } })
    for (const name of ['a first', 'a second', 'a third']) void start(name, 1, 1)
    void start('b first', 2, 2)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(begun).toEqual(['a first', 'a second', 'b first'])
    for (const name of ['a first', 'b first']) end(name)
    void start('b second', 2, 2)
    void start('b third', 2, 2)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun.slice(3)).toEqual(['b second'])
    void start('c first', 3, 3)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun.slice(4)).toEqual(['c first'])
    for (const name of ['a second', 'b second', 'c first']) end(name)
    await vi.advanceTimersByTimeAsync(0)
    for (const name of ['a third', 'b third']) end(name)
    await vi.advanceTimersByTimeAsync(10_000)
    for (const name of ['a fourth', 'a fifth']) void start(name, 1, 1)
    void start('b fourth', 2, 2)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun.slice(7)).toEqual(['a fourth', 'a fifth', 'b fourth'])
  })

  it('lets others in where work takes long, and runs one of slow organizations at once until they have rested', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const running = { total: 2, organization: 2, person: 2 }
    const { start, begun, end } = workshop({ running, slow: { afterMs: 1_000, restMs: 10_000, running: 1, most: 4 } })
    for (const name of ['a first', 'a second', 'a third']) void start(name, 1, 1)
    void start('b first', 2, 2)
    await vi.advanceTimersByTimeAsync(999)
    expect(begun).toEqual(['a first', 'a second'])
    await vi.advanceTimersByTimeAsync(1)
    expect(begun).toEqual(['a first', 'a second', 'b first'])
    await vi.advanceTimersByTimeAsync(1_000)
    void start('b second', 2, 2)
    void start('c first', 3, 3)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun.slice(3)).toEqual(['c first'])
    for (const name of ['a first', 'a second', 'b first', 'c first']) end(name)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun.slice(4)).toEqual(['a third'])
    end('a third')
    await vi.advanceTimersByTimeAsync(0)
    expect(begun.slice(5)).toEqual(['b second'])
    end('b second')
    await vi.advanceTimersByTimeAsync(10_000)
    for (const name of ['a fourth', 'a fifth']) void start(name, 1, 1)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun.slice(6)).toEqual(['a fourth', 'a fifth'])
  })
})
