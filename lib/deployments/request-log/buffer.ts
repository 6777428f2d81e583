import type { RequestEntry } from './entries'
import { largest } from './largest'
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

type AcceptedEntries = {
  /** What found no room: this entry, or one of the organization that has the most. */
  add: (entry: RequestEntry) => RequestEntry | null
  takeAll: () => RequestEntry[]
  isEmpty: () => boolean
}

/** Entries of accepted requests, `capacity` at most: beyond that an organization with more gives room to one with fewer. */
function createAcceptedEntries(capacity: number): AcceptedEntries {
  const organizations = new Map<number, RequestEntry[]>()
  let size = 0

  /** Makes room for an entry of an organization that has so many; returns what is lost, which may be the entry itself. */
  const displace = (entry: RequestEntry, own: number): RequestEntry => {
    const busiest = largest(organizations.values(), ({ length }) => length)
    return (busiest && busiest.length > own && busiest.pop()) || entry
  }

  return {
    add: (entry) => {
      const own = organizations.get(entry.organizationId) ?? []
      const lost = size < capacity ? null : displace(entry, own.length)
      if (lost === entry) return lost
      if (lost === null) size += 1
      own.push(entry)
      organizations.set(entry.organizationId, own)
      return lost
    },
    takeAll: () => {
      const entries = [...organizations.values()].flat()
      organizations.clear()
      size = 0
      return entries
    },
    isEmpty: () => size === 0,
  }
}
