import { invalidPayload } from '@/lib/core/errors'
import type { Steps } from '@/lib/core/steps'

/** So many bytes are looked through between two pauses: about a millisecond. */
const bytesEachStep = 512 * 1024

const noArray = 'body is not a JSON array'
const byteOrderMark = [0xef, 0xbb, 0xbf]
const [lineBreak, quote, comma, backslash] = [0x0a, 0x22, 0x2c, 0x5c]
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The lines of a text that are not blank, as they are. Stops at more than `max`. */
export function* splitLines(text: Uint8Array, max: number): Steps<Uint8Array[]> {
  const lines: Uint8Array[] = []
  let begin = startOf(text)
  while (begin < text.length && lines.length <= max) {
    const first = yield* skipSpace(text, begin)
    const end = text.indexOf(lineBreak, first)
    begin = end < 0 ? text.length : end
    if (first < begin) lines.push(text.subarray(first, begin))
  }
  return lines
}

/**
 * The elements of a JSON array, as they are: each may be no JSON at all. Stops at more than `max`. Throws `invalid` for
 * what does not begin and end as an array does.
 */
export function* splitArray(text: Uint8Array, max: number): Steps<Uint8Array[]> {
  const elements: Uint8Array[] = []
  let before = yield* skipSpace(text, startOf(text))
  if (text[before] !== openingBracket) throw invalidPayload(noArray)
  const first = yield* skipSpace(text, before + 1)
  if (text[first] === closingBracket) before = first
  while (text[before] !== closingBracket && elements.length <= max) {
    const end = yield* endOfElement(text, before + 1)
    elements.push(text.subarray(before + 1, end))
    before = end
  }
  if (elements.length > max) return elements
  if ((yield* skipSpace(text, before + 1)) < text.length) throw invalidPayload(noArray)
  return elements
}

/** Where the comma or bracket stands that ends the element which begins at an index. Throws `invalid`. */
function* endOfElement(text: Uint8Array, begin: number): Steps<number> {
  const place = { index: begin, depth: 0, isQuoted: false }
  while (!findEnd(text, place)) {
    if (place.index >= text.length) throw invalidPayload(noArray)
    yield
  }
  return place.index
}

type Place = { index: number; depth: number; isQuoted: boolean }

/** Goes on to the end of an element, or by one step. Returns whether it is there. A loop in a generator is much slower. */
function findEnd(text: Uint8Array, place: Place): boolean {
  let { index, depth, isQuoted } = place
  const stop = Math.min(text.length, index + bytesEachStep)
  let isEnd = false
  for (; index < stop && !isEnd; index += 1) {
    const byte = text[index] ?? 0
    if (isQuoted) {
      if (byte === backslash) index += 1
      else isQuoted = byte !== quote
    } else if (depth === 0 && (byte === comma || byte === closingBracket)) isEnd = true
    else {
      isQuoted = byte === quote
      depth += depthChange(byte)
    }
  }
  Object.assign(place, { index: isEnd ? index - 1 : index, depth, isQuoted })
  return isEnd
}

function depthChange(byte: number): number {
  if (byte === openingBracket || byte === openingBrace) return 1
  return byte === closingBracket || byte === closingBrace ? -1 : 0
}

/** Behind the byte order mark. */
function startOf(text: Uint8Array): number {
  return byteOrderMark.every((byte, index) => text[index] === byte) ? byteOrderMark.length : 0
}

function* skipSpace(text: Uint8Array, from: number): Steps<number> {
  for (let index = from; ; yield) {
    const stop = index + bytesEachStep
    index = endOfSpace(text, index, stop)
    if (index < stop) return index
  }
}

function endOfSpace(text: Uint8Array, from: number, stop: number): number {
  let index = from
  while (index < stop && isSpace(text[index])) index += 1
  return index
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === lineBreak || byte === 0x0d || byte === 0x09
}
