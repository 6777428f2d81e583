import { type ByteCount, dayOf } from '@/lib/accounts/stored-bytes/add'
import { groupBy } from '@/lib/core/listed'
import type { Log } from '@/lib/core/log'
import { createOutageLog } from '@/lib/core/outage-log'
import { isLockTimeout } from '@/lib/db/database-errors'
import { createEntryBuffer } from './buffer'
import type { RequestEntry } from './entries'

type Options = {
  /** Stores entries, and counts the bytes of their events. */
  write: (entries: readonly RequestEntry[]) => Promise<void>
  /** Counts the bytes of events whose entries are lost. */
  count: (counts: readonly ByteCount[]) => Promise<void>
  dropOld: () => Promise<void>
  log: Log
  capacity?: number
}

export type Recorder = {
  /** Keeps an entry until it is written a moment later; once `finish` was called, resolves when it is written. */
  record: (entry: RequestEntry) => Promise<void>
  /** Writes what is kept now, and from then on every entry at once. Resolves within three seconds. */
  finish: () => Promise<void>
}

const flushEveryMs = 200
const dropOldEveryMs = 600_000
const attempts = 3
const pauseMs = 1_000
const finishWithinMs = 3_000

/**
 * Collects entries in this process and writes them together, so that answering costs nothing but memory for the
 * moment. A write that fails is tried twice more, then its entries are lost, where a lock was in the way those of its
 * organization alone; so are those beyond `capacity`. The bytes of
 * their events are counted with a later write.
 */
export function createRecorder({ write, count, dropOld, log, capacity = 5_000 }: Options): Recorder {
  const buffer = createEntryBuffer(capacity)
  const uncounted = createUncounted()
  const outage = createOutageLog({
    log,
    down: 'requests are answered, but the list of recent events lacks some',
    up: 'the list of recent events is written again',
  })
  let scheduled = false
  let turn = Promise.resolve()
  let finishing = false
  let droppedOldAtMs = Number.NEGATIVE_INFINITY

  const schedule = () => {
    if (scheduled) return
    scheduled = true
    setTimeout(() => {
      if (finishing) return
      turn = turn.then(() => flush(buffer.takeDue(performance.now()))).then(scheduleNext)
    }, flushEveryMs).unref()
  }
  const scheduleNext = () => {
    scheduled = false
    if (!buffer.isEmpty()) schedule()
  }
  const flush = async (entries: readonly RequestEntry[]) => {
    await tryToWrite(entries)
    await countLost()
    const dropped = buffer.takeDropped()
    if (dropped > 0) outage.failed(new Error(`no room for ${dropped} entries`))
    if (performance.now() - droppedOldAtMs < dropOldEveryMs) return
    droppedOldAtMs = performance.now()
    void dropOld().catch(outage.failed)
  }
  const tryToWrite = async (entries: readonly RequestEntry[]) => {
    let failure: unknown
    for (let attempt = 1; entries.length > 0 && attempt <= attempts; attempt += 1) {
      if (attempt > 1) await pause(pauseMs)
      try {
        await write(entries)
        return outage.succeeded()
      } catch (error) {
        failure = error
        outage.failed(error)
      }
    }
    if (isLockTimeout(failure)) await writeEach(entries)
    else lose(entries)
  }
  // The count of one organization is held: it takes no lines of others with it.
  const writeEach = async (entries: readonly RequestEntry[]) => {
    for (const own of groupBy(entries, ({ organizationId }) => organizationId).values())
      await write(own).catch(() => lose(own))
  }
  const lose = (entries: readonly RequestEntry[]) => {
    for (const entry of entries) uncounted.add(entry)
  }
  const countLost = async () => {
    const counts = uncounted.take()
    if (counts.length === 0) return
    try {
      await count(counts)
    } catch (error) {
      uncounted.giveBack(counts)
      outage.failed(error)
    }
  }
  const writeAll = () => {
    turn = turn.then(() => tryToWrite(buffer.takeAll())).then(countLost)
    return Promise.race([turn, pause(finishWithinMs)])
  }

  return {
    record: async (entry) => {
      const lost = buffer.add(entry, performance.now())
      if (lost) uncounted.add(lost)
      if (finishing) await writeAll()
      else schedule()
    },
    finish: () => {
      finishing = true
      return writeAll()
    },
  }
}

/** Bytes of events that no entry counts any more: a number for each organization and day. */
function createUncounted() {
  const counts = new Map<string, ByteCount>()
  const addCount = ({ organizationId, day, bytes }: ByteCount) => {
    const key = `${organizationId} ${day}`
    counts.set(key, { organizationId, day, bytes: (counts.get(key)?.bytes ?? 0) + bytes })
  }
  return {
    add: ({ organizationId, receivedAt, storedBytes }: RequestEntry) => {
      if (storedBytes > 0) addCount({ organizationId, day: dayOf(receivedAt), bytes: storedBytes })
    },
    giveBack: (taken: readonly ByteCount[]) => taken.forEach(addCount),
    take: () => {
      const taken = [...counts.values()]
      counts.clear()
      return taken
    },
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
