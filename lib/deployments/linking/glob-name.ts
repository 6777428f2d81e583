/** One character of a name: in one of the ranges of character codes, or where it is negated in none of them. */
export type Choice = {
  sign: 'one of'
  negated: boolean
  ranges: readonly (readonly [from: number, to: number])[]
}

/** Part of the pattern of one name: a character that stands for itself, or one of the signs. */
export type NamePart = string | Choice | { sign: 'star' | 'names' }

/** Any number of characters. */
export const star = { sign: 'star' } as const

/** Any number of names where it is a name alone, and otherwise a star. */
export const names = { sign: 'names' } as const

/** What is written outside of brackets, and what it stands for. */
export const signs: ReadonlyMap<string, NamePart> = new Map<string, NamePart>([
  ['?', { sign: 'one of', negated: true, ranges: [] }],
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
  const ranges: [number, number][] = []
  for (let at = 0; at < chars.length; at += 1) {
    const from = chars.charCodeAt(at)
    const isRange = chars[at + 1] === '-' && at + 2 < chars.length
    const to = isRange ? chars.charCodeAt(at + 2) : from
    if (to < from) return null
    ranges.push([from, to])
    if (isRange) at += 2
  }
  return { sign: 'one of', negated, ranges }
}

/** Whether a choice has the character of a code. */
export function hasCode({ negated, ranges }: Choice, code: number): boolean {
  return ranges.some(([from, to]) => from <= code && code <= to) !== negated
}
