import type { RequestEntry } from './entry'

/** How long a refusal waits for more of its kind: at first, and at most once it has become a flood. */
const firstWaitMs = 200
const longestWaitMs = 60_000

export type EntryBuffer = {
  /** False when there is no room for it. */
  add: (entry: RequestEntry, nowMs: number) => boolean
  /** Removes the entries whose time has come. */
  takeDue: (nowMs: number) => RequestEntry[]
  /** Removes all entries. */
  takeAll: () => RequestEntry[]
  /** How many entries found no room since this was last asked. */
  takeDropped: () => number
  isEmpty: () => boolean
}

type Kind = { entry: RequestEntry | null; dueAtMs: number; waitMs: number }

/**
 * Holds at most `capacity` entries until they are written. Refusals with the same key, deployment and words that wait
 * together become one entry, the latest of them, with a count. While more of a kind keep coming, its wait doubles from
 * entry to entry: who tries again by hand sees every attempt at once, and a flood becomes one entry a minute.
 */
export function createEntryBuffer(capacity: number): EntryBuffer {
  const accepted: RequestEntry[] = []
  const refused = new Map<string, Kind>()
  let dropped = 0

  const takeRefused = (isDue: (kind: Kind) => boolean, nowMs: number): RequestEntry[] => {
    const taken: RequestEntry[] = []
    for (const [name, kind] of refused) {
      if (!isDue(kind)) continue
      if (kind.entry === null) refused.delete(name)
      else {
        taken.push(kind.entry)
        const waitMs = Math.min(kind.waitMs * 2, longestWaitMs)
        refused.set(name, { entry: null, waitMs, dueAtMs: nowMs + waitMs })
      }
    }
    return taken
  }

  return {
    add: (entry, nowMs) => {
      const isRefused = entry.statusCode >= 400
      const name = isRefused ? nameOf(entry) : ''
      const kind = refused.get(name)
      if (kind) kind.entry = { ...entry, repeats: (kind.entry?.repeats ?? 0) + entry.repeats }
      else if (accepted.length + refused.size >= capacity) {
        dropped += entry.repeats
        return false
      } else if (isRefused) refused.set(name, { entry, waitMs: firstWaitMs, dueAtMs: nowMs })
      else accepted.push(entry)
      return true
    },
    takeDue: (nowMs) => [...accepted.splice(0), ...takeRefused(({ dueAtMs }) => dueAtMs <= nowMs, nowMs)],
    takeAll: () => [...accepted.splice(0), ...takeRefused(({ entry }) => entry !== null, 0)],
    takeDropped: () => {
      const count = dropped
      dropped = 0
      return count
    },
    isEmpty: () => accepted.length + refused.size === 0,
  }
}

function nameOf({ apiKeyId, statusCode, outcome, deploymentId }: RequestEntry): string {
  return JSON.stringify([apiKeyId, statusCode, outcome, deploymentId])
}
