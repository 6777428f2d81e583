/** Of each kind in a minute: more than a fault needs to be understood. */
const maxLines = 10

/** In a minute; those beyond share the lines of one. */
const maxKinds = 200

const minuteMs = 60_000

type Kind = { since: number; lines: number; leftOut: number }

/** Of a line that is written, how many like it were left out before it; null for one that is left out. */
export type LineLimit = (kind: string) => number | null

/** Lets ten lines of a kind pass in a minute, so that one fault cannot fill a log. */
export function createLineLimit(now: () => number = () => performance.now()): LineLimit {
  const kinds = new Map<string, Kind>()
  const find = (name: string): Kind => {
    const known = kinds.get(name)
    if (known && now() - known.since < minuteMs) return known
    if (!known && kinds.size >= maxKinds) forgetOld(kinds, now() - minuteMs)
    if (!known && kinds.size >= maxKinds && name !== '') return find('')
    const kind = { since: now(), lines: 0, leftOut: known?.leftOut ?? 0 }
    kinds.set(name, kind)
    return kind
  }
  return (name) => {
    const kind = find(name)
    if (kind.lines >= maxLines) {
      kind.leftOut += 1
      return null
    }
    const { leftOut } = kind
    kind.lines += 1
    kind.leftOut = 0
    return leftOut
  }
}

function forgetOld(kinds: Map<string, Kind>, before: number): void {
  for (const [name, { since }] of kinds) if (since <= before) kinds.delete(name)
}
