import type { Fact } from './facts'

const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'],
]

/** Words that say a number, whatever stands before or after them. */
const numberWords = new Set([
  ...small,
  ...'no none nil nought naught single sole couple pair once twice thrice percent fold second'.split(' '),
  ...'thirty forty fourty fifty sixty seventy eighty ninety hundred thousand million billion trillion dozen'.split(' '),
  ...'hundreds thousands millions billions trillions dozens half halves halve halved halving quarter quarters'.split(
    ' ',
  ),
  ...'third thirds fourth fourths fifth fifths sixth sixths seventh sevenths eighth eighths ninth ninths'.split(' '),
  ...'tenth tenths double doubles doubled doubling triple triples tripled tripling treble trebled'.split(' '),
  ...'quadruple quadrupled quadrupling quintuple quintupled quartered score scores gross grosses'.split(' '),
])

/** `fortyfive` and `twentyseventh`, and `hundredths` and `sixteenth`. */
const joined =
  /^(?:(?:twen|thir|fou?r|fif|six|seven|eigh|nine)t(?:y|ies|ieths?)(?:one|two|three|four|five|six|seven|eight|nine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)?s?|(?:eleven|twelf|[a-z]+teen|hundred|thousand|million|billion)ths?)$/

/** Roman numerals of two letters and more, but for what is a word in this field. */
const roman = /\b(?=[IVXLCDM]{2})(?!C[ID]\b)M*(?:C[MD]|D?C*)(?:X[CL]|L?X*)(?:I[XV]|V?I*)\b/

/** What makes another number of a bare one, or of a percentage. */
const unit =
  /^[ -]?(?:%|percent|percentage|per|points?|pp|h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?|d|days?|w|weeks?|months?|quarters?|years?|ms|milliseconds?|x|times|k|bn|thousands?|millions?|billions?|hundreds?|dozens?|lines?|a (?:day|week)|out of|of every|in every)(?![a-z])/i

const before = /(?:^|[ ("“‘])$/
const after = /^(?![\p{L}\p{N}%‰°×/*^_–—-]|[.,:]\d)/u

/** Stands where a given number stood. */
const given = '\ue000'

/**
 * Whether all numbers of a text are given ones, in digits or in English words, and there is one. Something that stands
 * for text without numbers may be in it in place of names.
 */
export function saysGivenNumbers(text: string, facts: readonly Fact[]): boolean {
  const rest = withoutGiven(text, facts)
  return rest.includes(given) && !/\ue000[ ]?\ue000/.test(rest) && !hasNumber(rest)
}

/** Whether a text says a number, in digits of any script or in English words. */
export function hasNumber(text: string): boolean {
  return /[\p{N}%‰]/u.test(text) || /\bper cent\b/i.test(text) || words(text).some(isNumberWord) || roman.test(text)
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? []
}

function isNumberWord(word: string): boolean {
  return numberWords.has(word) || word.endsWith('fold') || joined.test(word)
}

function withoutGiven(text: string, facts: readonly Fact[]): string {
  const candidates = facts.flatMap((fact) => spellings(fact).map((spelling) => ({ spelling, sign: fact.sign })))
  candidates.sort((a, b) => b.spelling.length - a.spelling.length)
  return candidates.reduce((rest, { spelling, sign }) => replaceAll(rest, spelling, sign), text)
}

/** A number as it is shown; a small count in a word as well. */
function spellings({ text }: Fact): string[] {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  const word = small[count]
  return [text, ...(word === undefined ? [] : [word, `${word[0]?.toUpperCase()}${word.slice(1)}`]), ...noneFor(count)]
}

function noneFor(count: number): string[] {
  return count === 0 ? ['no', 'No', 'none', 'None'] : []
}

/** The text with a sign for each place where a number stands for itself: not as part of another, or of another unit. */
function replaceAll(text: string, spelling: string, sign: Fact['sign']): string {
  let rest = text
  for (let at = rest.indexOf(spelling); at >= 0; at = rest.indexOf(spelling, at + 1)) {
    const start = at - (sign && isSign(rest[at - 1], sign) ? 1 : 0)
    const end = at + spelling.length
    if (!before.test(rest.slice(0, start)) || !standsAlone(spelling, rest.slice(end))) continue
    rest = `${rest.slice(0, start)}${given}${rest.slice(end)}`
    at = start
  }
  return rest
}

function isSign(character: string | undefined, sign: NonNullable<Fact['sign']>): boolean {
  return character === sign || (sign === '−' && character === '-')
}

function standsAlone(spelling: string, rest: string): boolean {
  if (!after.test(rest)) return false
  return !/[\d%]$|^[a-z]+$/i.test(spelling) || !unit.test(rest)
}
