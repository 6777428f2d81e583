import type { RequestEntry } from './entries'
import { largest } from './largest'

/** How long a refusal waits for more of its kind: at first, and at most once it has become a flood. */
const firstWaitMs = 200
const maxWaitMs = 60_000

/** Deployments that the same refusal of a key has a line each for, until a minute after their last one. */
const maxDeployments = 50

/**
 * Refusals with one status, before an event is read, that have a line each: their words may have names of the sender's
 * choice.
 */
const maxWords = 200

export type Refusals = {
  /** What found no room: this entry, or one of the organization that has the most. */
  add: (entry: RequestEntry, nowMs: number) => RequestEntry | null
  /** Removes the entries whose time has come. */
  takeDue: (nowMs: number) => RequestEntry[]
  /** Removes all entries. */
  takeAll: () => RequestEntry[]
  isEmpty: () => boolean
}

/**
 * Refusals that become one line: of one deployment or with the same words, or all of those beyond so many in a `group`.
 */
type Kind = { name: string; group: string | null; waitMs: number; dueAtMs: number }
type Waiting = Kind & { entry: RequestEntry; ofOthers: boolean }
type Written = Kind & { forgetAtMs: number }

/** `sizes` is how many kinds each group has. */
type Organization = {
  waiting: Map<string, Waiting>
  written: Map<string, Written>
  sizes: Map<string, number>
}

/**
 * Refusals with the same key, deployment and words that wait together become one entry, the latest of them, with a
 * count; so do those beyond 50 deployments with the same words, and beyond 200 words of one status. While more of a
 * kind keep coming, its wait doubles from entry to entry. At most `capacity` kinds are known: beyond that those that
 * were written are forgotten first, and then an organization with more that wait gives room to one with fewer.
 */
export function createRefusals(capacity: number): Refusals {
  const organizations = new Map<number, Organization>()
  let size = 0

  const open = (id: number): Organization => {
    const organization = organizations.get(id) ?? { waiting: new Map(), written: new Map(), sizes: new Map() }
    organizations.set(id, organization)
    return organization
  }
  const remember = ({ sizes }: Organization, { group }: Kind) => {
    size += 1
    if (group !== null) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  }
  const forget = ({ waiting, written, sizes }: Organization, { name, group }: Kind) => {
    size -= 1
    if (!waiting.delete(name)) written.delete(name)
    if (group === null) return
    const left = (sizes.get(group) ?? 1) - 1
    if (left > 0) sizes.set(group, left)
    else sizes.delete(group)
  }
  /**
   * Makes room for an entry; returns what is lost, which may be the entry itself, or null when a written kind gives it.
   */
  const displace = (entry: RequestEntry, own: Organization): RequestEntry | null => {
    const known = largest(organizations.values(), ({ written }) => written.size)
    const [oldest] = known?.written.values() ?? []
    if (known && oldest) {
      forget(known, oldest)
      return null
    }
    const busiest = largest(organizations.values(), ({ waiting }) => waiting.size)
    const [first] = busiest?.waiting.values() ?? []
    if (!busiest || !first || busiest.waiting.size <= own.waiting.size) return entry
    forget(busiest, first)
    return first.entry
  }
  const takeDueOf = (organization: Organization, nowMs: number): RequestEntry[] => {
    const { waiting, written } = organization
    for (const kind of written.values()) {
      if (kind.forgetAtMs > nowMs) break
      forget(organization, kind)
    }
    const due = [...waiting.values()].filter(({ dueAtMs }) => dueAtMs <= nowMs)
    for (const { name, group, ...kind } of due) {
      const waitMs = Math.min(kind.waitMs * 2, maxWaitMs)
      waiting.delete(name)
      const times = { waitMs, dueAtMs: nowMs + waitMs, forgetAtMs: nowMs + maxWaitMs }
      written.set(name, { name, group, ...times })
    }
    return due.map(lineOf)
  }

  return {
    add: (entry, nowMs) => {
      const own = open(entry.organizationId)
      const kind = kindOf(own, entry, nowMs)
      const waiting = own.waiting.get(kind.name)
      if (waiting) {
        waiting.ofOthers ||= isOfOther(waiting.entry, entry)
        waiting.entry = { ...entry, repeats: waiting.entry.repeats + entry.repeats }
        return null
      }
      const written = own.written.get(kind.name)
      const lost = written || size < capacity ? null : displace(entry, own)
      if (lost === entry) return lost
      if (written) own.written.delete(kind.name)
      else remember(own, kind)
      const isQuiet = !written || written.dueAtMs <= nowMs
      own.waiting.set(kind.name, { ...(isQuiet ? kind : written), entry, ofOthers: false })
      return lost
    },
    takeDue: (nowMs) => {
      const entries: RequestEntry[] = []
      for (const [id, organization] of organizations) {
        entries.push(...takeDueOf(organization, nowMs))
        if (organization.waiting.size + organization.written.size === 0) organizations.delete(id)
      }
      return entries
    },
    takeAll: () => {
      const entries = [...organizations.values()].flatMap(({ waiting }) => [...waiting.values()].map(lineOf))
      organizations.clear()
      size = 0
      return entries
    },
    isEmpty: () => size === 0,
  }
}

/** The kind that an entry belongs to, as it is when nothing of it came before. */
function kindOf({ waiting, written, sizes }: Organization, entry: RequestEntry, nowMs: number): Kind {
  const { apiKeyId, statusCode, outcome, deploymentId } = entry
  const refusal = JSON.stringify([apiKeyId, statusCode, outcome])
  const [group, name, most] =
    deploymentId === null
      ? [String(statusCode), refusal, maxWords]
      : [refusal, `${refusal} ${JSON.stringify(deploymentId)}`, maxDeployments]
  const isKnown = waiting.has(name) || written.has(name) || (sizes.get(group) ?? 0) < most
  const kind = isKnown ? { name, group } : { name: `${group} others`, group: null }
  return { ...kind, waitMs: firstWaitMs, dueAtMs: nowMs }
}

function isOfOther(one: RequestEntry, other: RequestEntry): boolean {
  return one.deploymentId !== other.deploymentId || one.outcome !== other.outcome || one.apiKeyId !== other.apiKeyId
}

function lineOf({ entry, ofOthers }: Waiting): RequestEntry {
  if (!ofOthers) return entry
  const others = entry.deploymentId === null ? 'and others' : 'this deployment and others'
  return { ...entry, outcome: `${entry.outcome} (${others})` }
}
