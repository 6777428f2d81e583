import { hasInvisible } from '@/lib/core/invisible'
import type { SummaryInput } from './facts'
import { hasNumber, saysGivenNumbers } from './numbers'

/** A sentence of a model, and the numbers that it says it is from. */
export type Sentence = { text: string; cites: string[] }

export const maxSentences = 6
export const maxSentenceLength = 240

/** Stands where a given name or title stood. */
const name = '\ue001'

/**
 * The sentences that can be shown: each is one sentence of plain text without addresses or markup, has a number, and only
 * numbers that it cites and was given, and names no service that it was not given. `dropped` is how many others there
 * were.
 */
export function checkSentences(
  sentences: readonly Sentence[],
  input: SummaryInput,
): { kept: string[]; dropped: number } {
  const kept = [...new Set(sentences.slice(0, maxSentences).flatMap((sentence) => checked(sentence, input) ?? []))]
  return { kept, dropped: sentences.length - kept.length }
}

function checked({ text, cites }: Sentence, input: SummaryInput): string | null {
  const plain = plainText(text)
  if (plain === null) return null
  const cited = input.facts.filter(({ id }) => cites.includes(id))
  if (cites.some((id) => !cited.some((fact) => fact.id === id))) return null
  const rest = withoutNames(plain, input)
  if (!isOneSentence(rest) || looksLikeMore(rest) || namesOthers(rest, input)) return null
  return saysGivenNumbers(rest, cited) ? plain : null
}

/** Characters that a sentence needs: Latin letters, digits and common signs. */
const foreign = /[^\p{Script=Latin}\x20-\x7e’‘“”–—−×±…]/u

/** Longer texts are not looked at: to put marks in order takes the square of their number. */
const maxRawLength = 4 * maxSentenceLength

/** Every space a plain one; null for what has other characters than a sentence in English. */
function plainText(text: string): string | null {
  if (text.length > maxRawLength) return null
  const plain = text
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
    .normalize('NFC')
  if (plain === '' || plain.length > maxSentenceLength || hasInvisible(plain)) return null
  return foreign.test(plain) || /\p{M}|[\p{Nl}\p{No}]/u.test(plain) ? null : plain
}

/** Names that say a number, such as a service called `99%`, stay where they are. */
function withoutNames(text: string, { names, titles }: SummaryInput): string {
  const quoted = titles.flatMap(({ title }) => (hasNumber(title) ? [] : [`"${title}"`, `“${title}”`]))
  const plain = names.filter((given) => /^\p{L}[\p{L}\p{N}._/-]*$/u.test(given) && !saysNumberAlone(given))
  return [...quoted, ...plain.flatMap((given) => [`"${given}"`, `“${given}”`, given])]
    .sort((a, b) => b.length - a.length)
    .reduce(replaceWhole, text)
}

function saysNumberAlone(given: string): boolean {
  return hasNumber(given.replace(/\p{N}/gu, ''))
}

function replaceWhole(text: string, given: string): string {
  let rest = text
  for (let at = rest.indexOf(given); at >= 0; at = rest.indexOf(given, at + 1)) {
    const end = at + given.length
    if (/[\p{L}\p{N}_/@-]$/u.test(rest.slice(0, at)) || /^(?:[\p{L}\p{N}_/@-]|[.:]\p{L})/u.test(rest.slice(end)))
      continue
    rest = `${rest.slice(0, at)}${name}${rest.slice(end)}`
  }
  return rest
}

function isOneSentence(text: string): boolean {
  return !/[.!?…]["”’)]* +\S/.test(text)
}

/** Markup, addresses, code, and quotes of what was not given. */
function looksLikeMore(text: string): boolean {
  return /[<>[\]{}\\`*_#|~^=@"“”]|[/:.]{2}|www|[\p{L}\p{N}][./:][\p{L}\p{N}]*\p{L}/iu.test(text)
}

/** Services that exist and were not given, and what is written as no word is. */
function namesOthers(text: string, { otherNames }: SummaryInput): boolean {
  if (/\p{Ll}\p{Lu}/u.test(text)) return true
  return otherNames.some((other) => hasWhole(text, other))
}

function hasWhole(text: string, other: string): boolean {
  const lower = text.toLowerCase()
  return replaceWhole(lower, other.toLowerCase()) !== lower
}
