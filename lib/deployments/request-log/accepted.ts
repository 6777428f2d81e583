import type { RequestEntry } from './entry'
import { largest } from './largest'

export type AcceptedEntries = {
  /** What found no room: this entry, or one of the organization that has the most. */
  add: (entry: RequestEntry) => RequestEntry | null
  takeAll: () => RequestEntry[]
  isEmpty: () => boolean
}

/** Entries of accepted requests, `capacity` at most: beyond that an organization with more gives room to one with fewer. */
export function createAcceptedEntries(capacity: number): AcceptedEntries {
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
