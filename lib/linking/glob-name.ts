type Ranges = { negated: boolean; ranges: readonly (readonly [from: string, to: string])[] }

/** Part of the pattern of one name: a character that stands for itself, or one of the signs. */
export type NamePart = string | { sign: 'any' | 'star' | 'names' } | ({ sign: 'one of' } & Ranges)

/** Any number of characters. */
export const star: NamePart = { sign: 'star' }

/** Any number of names where it is a name alone, and otherwise a star. */
export const names: NamePart = { sign: 'names' }

/** What is written outside of brackets, and what it stands for. */
export const signs: ReadonlyMap<string, NamePart> = new Map([
  ['?', { sign: 'any' }],
  ['*', star],
  ['**', names],
])

/** Whether a part stands for any number of characters. */
export function isStar(part: NamePart | undefined): boolean {
  return part === star || part === names
}

/** The inside of brackets; null for a range that runs backwards. */
export function parseBracket(content: string): NamePart | null {
  const negated = content.startsWith('^')
  const chars = negated ? content.slice(1) : content
  const ranges: [string, string][] = []
  for (let at = 0; at < chars.length; at += 1) {
    const from = chars.charAt(at)
    const isRange = chars[at + 1] === '-' && at + 2 < chars.length
    const to = isRange ? chars.charAt(at + 2) : from
    if (to < from) return null
    ranges.push([from, to])
    if (isRange) at += 2
  }
  return { sign: 'one of', negated, ranges }
}

/**
 * Whether a name of a path matches. Only the last star is ever looked at again, so the time is bounded by the length
 * of the pattern times that of the name.
 */
export function matchesName(pattern: readonly NamePart[], name: string): boolean {
  let part = 0
  let at = 0
  let starPart = -1
  let starAt = 0
  while (at < name.length) {
    const next = pattern[part]
    if (isStar(next)) {
      starPart = part
      starAt = at
      part += 1
    } else if (next !== undefined && matchesChar(next, name.charAt(at))) {
      part += 1
      at += 1
    } else if (starPart >= 0) {
      starAt += 1
      part = starPart + 1
      at = starAt
    } else return false
  }
  return pattern.slice(part).every(isStar)
}

function matchesChar(part: NamePart, char: string): boolean {
  if (typeof part === 'string') return part === char
  if (part.sign !== 'one of') return true
  return part.ranges.some(([from, to]) => from <= char && char <= to) !== part.negated
}
