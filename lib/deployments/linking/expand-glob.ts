import { type NamePart, parseBracket, signs } from './glob-name'
import { GlobError } from './glob-rules'

/** Paths without braces that one glob may stand for. */
const maxAlternatives = 64

/** What a glob, and all globs of a service together, may come to with their braces written out. */
export const maxCharacters = 4_000

const unbalanced = 'is not a valid pattern. Check its brackets and braces.'
const badRange = 'is not a valid pattern. A range goes from one character up to another: [0-9] or {a..z}.'
const tooMany = `is not a valid pattern: its braces stand for more than ${maxAlternatives} paths.`
const tooLong = `comes to more than ${maxCharacters} characters with its braces written out. Use fewer or shorter choices.`

/** One path pattern without choices; `/` separates the names. */
export type Expanded = (NamePart | '/')[]

/**
 * All patterns without braces that a glob stands for, 64 and 4,000 characters at most: the limits are kept while they
 * are put together. Throws `GlobError`.
 */
export function expandGlob(glob: string): Expanded[] {
  const reader = { glob, at: 0 }
  const patterns = readSequence(reader, false)
  if (reader.at < glob.length) throw new GlobError(unbalanced)
  return patterns
}

type Reader = { glob: string; at: number }

/** Up to the end, or inside braces up to the comma or brace that ends the alternative. */
function readSequence(reader: Reader, inBraces: boolean): Expanded[] {
  let patterns: Expanded[] = [[]]
  while (reader.at < reader.glob.length) {
    const char = reader.glob.charAt(reader.at)
    if (char === '}' || (inBraces && char === ',')) break
    patterns = product(patterns, readPart(reader, char))
  }
  return patterns
}

function readPart(reader: Reader, char: string): Expanded[] {
  if (char === '{') return readBraces(reader)
  if (char === '[') return readBrackets(reader)
  if (char === ']') throw new GlobError(unbalanced)
  const stars = /^\*+/.exec(reader.glob.slice(reader.at))?.[0]
  reader.at += stars?.length ?? 1
  return [[signs.get(stars === '**' ? stars : char) ?? char]]
}

function readBraces(reader: Reader): Expanded[] {
  const range = /^\{([^,{}[\]/])\.\.([^,{}[\]/])\}/.exec(reader.glob.slice(reader.at, reader.at + 6))
  if (range) {
    reader.at += range[0].length
    const [from = '', to = ''] = range.slice(1).sort()
    return [[parseBracketOrThrow(`${from}-${to}`)]]
  }
  const start = reader.at + 1
  const alternatives: Expanded[][] = []
  do {
    reader.at += 1
    alternatives.push(readSequence(reader, true))
  } while (reader.glob[reader.at] === ',')
  if (reader.glob[reader.at] !== '}') throw new GlobError(unbalanced)
  const content = reader.glob.slice(start, reader.at)
  reader.at += 1
  if (alternatives.length > 1) return bounded(alternatives.flat())
  // A single alternative is no choice: the braces stand for themselves.
  if (content.includes('..')) throw new GlobError(badRange)
  return alternatives.flat().map((inner) => ['{', ...inner, '}'])
}

function readBrackets(reader: Reader): Expanded[] {
  const found = /^\[(\^?\]?[^\]/]*)\]/.exec(reader.glob.slice(reader.at))
  if (!found?.[1]) throw new GlobError(unbalanced)
  reader.at += found[0].length
  const oneOf = parseBracketOrThrow(found[1])
  // Folders such as `[org]` exist: brackets without other signs also stand for themselves.
  return /[-*+?.^${}(|)[\]]/.test(found[1]) ? [[oneOf]] : [[oneOf], [...found[0]]]
}

function parseBracketOrThrow(content: string): NamePart {
  const part = parseBracket(content)
  if (part === null) throw new GlobError(badRange)
  return part
}

/** Adds to the patterns of the left what follows on each. */
function product(left: Expanded[], right: readonly Expanded[]): Expanded[] {
  if (left.length * right.length > maxAlternatives) throw new GlobError(tooMany)
  const [only, ...others] = right
  if (only && others.length === 0) for (const before of left) before.push(...only)
  return bounded(others.length === 0 ? left : left.flatMap((before) => right.map((after) => [...before, ...after])))
}

function bounded(patterns: Expanded[]): Expanded[] {
  if (patterns.length > maxAlternatives) throw new GlobError(tooMany)
  if (patterns.reduce((sum, { length }) => sum + length, 0) > maxCharacters) throw new GlobError(tooLong)
  return patterns
}
