import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ByteCount } from '@/lib/accounts/stored-bytes/add'
import type { RequestEntry } from './entries'
import { createRecorder } from './recorder'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function entry(requestId: string, storedBytes = 0): RequestEntry {
  return {
    organizationId: 1,
    apiKeyId: 1,
    receivedAt: new Date(0),
    requestId,
    deploymentId: null,
    storedId: 1,
    statusCode: 201,
    outcome: 'created',
    storedBytes,
    repeats: 1,
  }
}

type Options = {
  write?: (entries: readonly RequestEntry[]) => Promise<void>
  count?: () => Promise<void>
  capacity?: number
}

function start({ write = async () => {}, count = async () => {}, capacity = 100 }: Options = {}) {
  const counted: ByteCount[][] = []
  const batches: string[][] = []
  const lines: string[] = []
  const say = (event: string) => void lines.push(event)
  const dropOld = vi.fn(async () => {})
  const recorder = createRecorder({
    write: async (entries) => {
      batches.push(entries.map(({ requestId }) => requestId))
      await write(entries)
    },
    count: async (counts) => {
      counted.push([...counts])
      await count()
    },
    dropOld,
    log: { info: say, warn: say, error: say },
    capacity,
  })
  return { recorder, batches, counted, lines, dropOld }
}

const refuse = () => Promise.reject(new Error('refused'))
const lacksSome = 'requests are answered, but the list of recent events lacks some'

describe('the recorder', () => {
  test('answers at once and writes what came within 200 ms together', async () => {
    const { recorder, batches } = start()
    for (const id of ['a', 'b', 'c']) await recorder.record(entry(id))
    expect(batches).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    await recorder.record(entry('d'))
    await vi.advanceTimersByTimeAsync(200)
    expect(batches).toEqual([['a', 'b', 'c'], ['d']])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('tries three times, then gives the batch up, and says so once a minute', async () => {
    const { recorder, batches, lines } = start({ write: refuse })
    await recorder.record(entry('a'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(batches).toEqual([['a'], ['a'], ['a']])
    await recorder.record(entry('b'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(batches).toHaveLength(6)
    expect(lines).toEqual([lacksSome])
  })

  test('one organization whose count is locked takes no entries of others with it', async () => {
    const isHeld = ({ organizationId }: RequestEntry) => organizationId === 2
    const written: string[] = []
    const { recorder, counted } = start({
      write: async (entries) => {
        if (entries.some(isHeld)) throw Object.assign(new Error('lock timeout'), { code: '55P03' })
        written.push(...entries.map(({ requestId }) => requestId))
      },
    })
    await recorder.record(entry('a'))
    await recorder.record({ ...entry('held', 7), organizationId: 2 })
    await recorder.record({ ...entry('b'), organizationId: 3 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(written).toEqual(['a', 'b'])
    expect(counted.at(-1)).toEqual([{ organizationId: 2, day: '1970-01-01', bytes: 7 }])
  })

  test('a write that fails once is made up for', async () => {
    const write = vi.fn(async () => {}).mockImplementationOnce(refuse)
    const { recorder, batches, lines } = start({ write })
    await recorder.record(entry('a'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(batches).toEqual([['a'], ['a']])
    expect(lines).toEqual([lacksSome, 'the list of recent events is written again'])
  })

  test('keeps no more than its capacity while the database hangs, and says that some are missing', async () => {
    let release = () => {}
    const write = () => new Promise<void>((resolve) => (release = resolve))
    const { recorder, batches, lines } = start({ write, capacity: 2 })
    await recorder.record(entry('a'))
    await vi.advanceTimersByTimeAsync(200)
    for (const id of ['b', 'c', 'd']) await recorder.record(entry(id))
    release()
    await vi.advanceTimersByTimeAsync(200)
    expect(batches).toEqual([['a'], ['b', 'c']])
    expect(lines).toEqual([lacksSome])
  })

  test('counts the bytes of what it lost, with the next write that succeeds', async () => {
    let isDown = true
    const work = async () => (isDown ? refuse() : undefined)
    const { recorder, counted } = start({ write: work, count: work, capacity: 1 })
    for (const bytes of [10, 20, 30]) await recorder.record(entry(`lost ${bytes}`, bytes))
    await vi.advanceTimersByTimeAsync(10_000)
    isDown = false
    await recorder.record(entry('written', 5))
    await recorder.finish()
    expect(counted.at(-1)).toEqual([{ organizationId: 1, day: '1970-01-01', bytes: 60 }])
    const times = counted.length
    await recorder.record(entry('written too', 5))
    expect(counted).toHaveLength(times)
  })

  test('writes at once when the process stops, and each later entry before its answer', async () => {
    const { recorder, batches } = start()
    await recorder.record(entry('a'))
    await recorder.finish()
    await recorder.record(entry('b'))
    expect(batches).toEqual([['a'], ['b']])
  })

  test('holds no one up for more than three seconds when the process stops', async () => {
    const { recorder } = start({ write: () => new Promise(() => {}) })
    await recorder.record(entry('a'))
    let finished = false
    void recorder.finish().then(() => (finished = true))
    await vi.advanceTimersByTimeAsync(2_999)
    expect(finished).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(finished).toBe(true)
  })

  test('drops what is too old with the first write and then every ten minutes at most', async () => {
    const { recorder, dropOld } = start()
    for (let minute = 0; minute < 25; minute += 1) {
      await recorder.record(entry('a'))
      await vi.advanceTimersByTimeAsync(60_000)
    }
    expect(dropOld).toHaveBeenCalledTimes(3)
  })
})
