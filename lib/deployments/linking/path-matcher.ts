import type { Glob } from './glob'
import { type Choice, hasCode, names, star } from './glob-name'

/** Where the beginning of a path came to in the patterns, a bit for each place, and the same for one character more. */
type Reached = { places: bigint; next: Map<string, Reached> }

/** So many beginnings are kept: the paths of a change share their folders. */
const maxKept = 5_000

/**
 * Tells whether one of several patterns matches a path. Follows all of them at once, character by character, by all the
 * places that the path can have come to. Nothing is tried twice: the time is bounded by the length of the path times that
 * of the patterns, 64 places of which fit into a machine word.
 */
export function pathMatcher(patterns: readonly Glob[]): (path: string) => boolean {
  const { starts, ends, stars, folders, literals, choices } = placesOf(patterns)
  const signs = stars | folders
  const placesChoosing = chooser(choices)
  let kept = 0

  /** Stars and folders may stand for nothing, folders only where a name begins; a star can follow on folders. */
  const skipping = (places: bigint, nameBegins: boolean): bigint => {
    const skipped = places | ((places & (nameBegins ? signs : stars)) << 1n)
    return skipped | ((skipped & stars) << 1n)
  }

  const goOn = (reached: Reached, char: string): Reached => {
    const isSlash = char === '/'
    const meant = (literals.get(char) ?? 0n) | (isSlash ? 0n : placesChoosing(char))
    const stayed = reached.places & (isSlash ? folders : signs)
    const places = skipping(((reached.places & meant) << 1n) | stayed, isSlash)
    const after = places === reached.places ? reached : { places, next: new Map() }
    if (kept < maxKept) {
      reached.next.set(char, after)
      kept += 1
    }
    return after
  }

  const start: Reached = { places: skipping(starts, true), next: new Map() }
  return (path) => {
    let reached = start
    for (let at = 0; at < path.length && reached.places !== 0n; at += 1) {
      const char = path.charAt(at)
      reached = reached.next.get(char) ?? goOn(reached, char)
    }
    return (reached.places & ends) !== 0n
  }
}

type PlacedChoice = { choice: Choice; place: bigint }

function placesOf(patterns: readonly Glob[]) {
  const literals = new Map<string, bigint>()
  const choices: PlacedChoice[] = []
  let [starts, ends, stars, folders] = [0n, 0n, 0n, 0n]
  let place = 1n
  for (const pattern of patterns) {
    starts |= place
    for (const part of pattern) {
      if (typeof part === 'string') literals.set(part, (literals.get(part) ?? 0n) | place)
      else if (part.sign === 'one of') choices.push({ choice: part, place })
      else if (part === star) stars |= place
      else folders |= place
      place <<= 1n
    }
    ends |= endsOf(pattern, place)
    place <<= 1n
  }
  return { starts, ends, stars, folders, literals, choices }
}

/** Folders at the end of a pattern are the rest of the path, or nothing, without the slash before them. */
function endsOf(pattern: Glob, end: bigint): bigint {
  if (pattern.at(-1) !== names) return end
  return end | (end >> 1n) | (pattern.length > 1 ? end >> 2n : 0n)
}

/**
 * The places of the choices that have a character. Characters between two bounds of ranges are alike to all of them and
 * looked up once, so that ever other characters cost no more.
 */
function chooser(choices: readonly PlacedChoice[]): (char: string) => bigint {
  const ranges = choices.flatMap(({ choice }) => choice.ranges)
  const bounds = [...new Set(ranges.flatMap(([from, to]) => [from, to + 1]))].sort((a, b) => a - b)
  const known = new Map<number, bigint>()
  return (char) => {
    const code = char.charCodeAt(0)
    const between = countUpTo(bounds, code)
    const found = known.get(between)
    if (found !== undefined) return found
    let places = 0n
    for (const { choice, place } of choices) if (hasCode(choice, code)) places |= place
    known.set(between, places)
    return places
  }
}

/** How many of the numbers, which are in order, are not greater. */
function countUpTo(numbers: readonly number[], max: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= max) low = middle + 1
    else high = middle
  }
  return low
}
