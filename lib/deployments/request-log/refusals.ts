import type { RequestEntry } from './entries'
import { largest } from './largest'

/** How long a refusal waits for more of its kind: at first, and at most once it has become a flood. */
const firstWaitMs = 200
const maxWaitMs = 60_000

/** Deployments that the same refusal of a key has a line each for, until a minute after their last one. */
const maxDeployments = 50

export type Refusals = {
  /** What found no room: this entry, or one of the organization that has the most. */
  add: (entry: RequestEntry, nowMs: number) => RequestEntry | null
  /** Removes the entries whose time has come. */
  takeDue: (nowMs: number) => RequestEntry[]
  /** Removes all entries. */
  takeAll: () => RequestEntry[]
  isEmpty: () => boolean
}

/** Refusals that become one line: of one deployment, or of all beyond `maxDeployments`. */
type Kind = { name: string; refusal: string; countsAsDeployment: boolean; waitMs: number; dueAtMs: number }
type Waiting = Kind & { entry: RequestEntry; ofOthers: boolean }
type Written = Kind & { forgetAtMs: number }

/** `deployments` is how many of its kinds each refusal has. */
type Organization = {
  waiting: Map<string, Waiting>
  written: Map<string, Written>
  deployments: Map<string, number>
}

/**
 * Refusals with the same key, deployment and words that wait together become one entry, the latest of them, with a
 * count. While more of a kind keep coming, its wait doubles from entry to entry. At most `capacity` kinds are known:
 * beyond that those that were written are forgotten first, and then an organization with more that wait gives room to
 * one with fewer.
 */
export function createRefusals(capacity: number): Refusals {
  const organizations = new Map<number, Organization>()
  let size = 0

  const open = (id: number): Organization => {
    const organization = organizations.get(id) ?? { waiting: new Map(), written: new Map(), deployments: new Map() }
    organizations.set(id, organization)
    return organization
  }
  const remember = ({ deployments }: Organization, { refusal, countsAsDeployment }: Kind) => {
    size += 1
    if (countsAsDeployment) deployments.set(refusal, (deployments.get(refusal) ?? 0) + 1)
  }
  const forget = ({ waiting, written, deployments }: Organization, kind: Kind) => {
    size -= 1
    if (!waiting.delete(kind.name)) written.delete(kind.name)
    if (!kind.countsAsDeployment) return
    const left = (deployments.get(kind.refusal) ?? 1) - 1
    if (left > 0) deployments.set(kind.refusal, left)
    else deployments.delete(kind.refusal)
  }
  /** Makes room for an entry; returns what is lost, which may be the entry itself, or null when a written kind gives it. */
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
    for (const { name, refusal, countsAsDeployment, ...kind } of due) {
      const waitMs = Math.min(kind.waitMs * 2, maxWaitMs)
      waiting.delete(name)
      const times = { waitMs, dueAtMs: nowMs + waitMs, forgetAtMs: nowMs + maxWaitMs }
      written.set(name, { name, refusal, countsAsDeployment, ...times })
    }
    return due.map(lineOf)
  }

  return {
    add: (entry, nowMs) => {
      const own = open(entry.organizationId)
      const kind = kindOf(own, entry, nowMs)
      const waiting = own.waiting.get(kind.name)
      if (waiting) {
        waiting.ofOthers ||= waiting.entry.deploymentId !== entry.deploymentId
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
function kindOf({ waiting, written, deployments }: Organization, entry: RequestEntry, nowMs: number): Kind {
  const { apiKeyId, statusCode, outcome, deploymentId } = entry
  const refusal = JSON.stringify([apiKeyId, statusCode, outcome])
  const kind = { refusal, waitMs: firstWaitMs, dueAtMs: nowMs }
  if (deploymentId === null) return { ...kind, name: refusal, countsAsDeployment: false }
  const name = `${refusal} ${JSON.stringify(deploymentId)}`
  const isKnown = waiting.has(name) || written.has(name) || (deployments.get(refusal) ?? 0) < maxDeployments
  if (isKnown) return { ...kind, name, countsAsDeployment: true }
  return { ...kind, name: `${refusal} others`, countsAsDeployment: false }
}

function lineOf({ entry, ofOthers }: Waiting): RequestEntry {
  return ofOthers ? { ...entry, outcome: `${entry.outcome} (this deployment and others)` } : entry
}
