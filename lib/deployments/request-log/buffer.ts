import { createAcceptedEntries } from './accepted'
import type { RequestEntry } from './entry'
import { createRefusals } from './refusals'

export type EntryBuffer = {
  /** What found no room: this entry, or one of the organization that has the most. */
  add: (entry: RequestEntry, nowMs: number) => RequestEntry | null
  /** Removes the entries whose time has come. */
  takeDue: (nowMs: number) => RequestEntry[]
  /** Removes all entries. */
  takeAll: () => RequestEntry[]
  /** How many requests found no room since the last call. */
  takeDropped: () => number
  isEmpty: () => boolean
}

/**
 * Holds entries until they are written, `capacity` of accepted requests and as many of refused ones at most. Who tries
 * again by hand sees every attempt at once, and a flood becomes one entry a minute.
 */
export function createEntryBuffer(capacity: number): EntryBuffer {
  const accepted = createAcceptedEntries(capacity)
  const refused = createRefusals(capacity)
  let dropped = 0

  return {
    add: (entry, nowMs) => {
      const lost = entry.statusCode >= 400 ? refused.add(entry, nowMs) : accepted.add(entry)
      dropped += lost?.repeats ?? 0
      return lost
    },
    takeDue: (nowMs) => [...accepted.takeAll(), ...refused.takeDue(nowMs)],
    takeAll: () => [...accepted.takeAll(), ...refused.takeAll()],
    takeDropped: () => {
      const count = dropped
      dropped = 0
      return count
    },
    isEmpty: () => accepted.isEmpty() && refused.isEmpty(),
  }
}
