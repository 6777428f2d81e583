import type { Log } from '@/lib/log'
import { createOutageLog } from '@/lib/outage-log'
import { createEntryBuffer } from './buffer'
import type { RequestEntry } from './entry'

type Options = {
  write: (entries: readonly RequestEntry[]) => Promise<void>
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
 * moment. A write that fails is tried twice more, then its entries are lost; so are those beyond `capacity`.
 */
export function createRecorder({ write, dropOld, log, capacity = 5_000 }: Options): Recorder {
  const buffer = createEntryBuffer(capacity)
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
    const dropped = buffer.takeDropped()
    if (dropped > 0) outage.failed(new Error(`no room for ${dropped} entries`))
    if (performance.now() - droppedOldAtMs < dropOldEveryMs) return
    droppedOldAtMs = performance.now()
    void dropOld().catch(outage.failed)
  }
  const tryToWrite = async (entries: readonly RequestEntry[]) => {
    for (let attempt = 1; entries.length > 0 && attempt <= attempts; attempt += 1) {
      if (attempt > 1) await pause(pauseMs)
      try {
        await write(entries)
        return outage.succeeded()
      } catch (error) {
        outage.failed(error)
      }
    }
  }
  const writeAll = () => {
    turn = turn.then(() => tryToWrite(buffer.takeAll()))
    return Promise.race([turn, pause(finishWithinMs)])
  }

  return {
    record: async (entry) => {
      buffer.add(entry, performance.now())
      if (finishing) await writeAll()
      else schedule()
    },
    finish: () => {
      finishing = true
      return writeAll()
    },
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
