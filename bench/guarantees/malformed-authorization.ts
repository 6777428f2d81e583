import fc from 'fast-check'

const seed = 20_260_302
/** Four of them stay below the 16 KiB that Node allows all headers of a request. */
const maxHeader = 3_500

/**
 * The values of `Authorization` headers, none to several a request, that do not hold a well-formed key at first: made
 * of a real key and of nothing. The same ones each time for the same key.
 */
export function malformedAuthorizations(token: string, count: number): string[][] {
  return fc.sample(anyHeaders(token), { seed, numRuns: count })
}

function anyHeaders(token: string): fc.Arbitrary<string[]> {
  const value = fc.oneof(
    nearMiss(token),
    otherScheme(token),
    anyText.map((text) => `Bearer ${text}`),
    anyText,
  )
  return fc.oneof(
    { weight: 20, arbitrary: value.map((one) => [one]) },
    { weight: 2, arbitrary: fc.array(value, { minLength: 2, maxLength: 4 }) },
    { weight: 1, arbitrary: value.map((one) => [one, `Bearer ${token}`]) },
    { weight: 1, arbitrary: fc.constantFrom<string[]>([], [''], ['Bearer'], ['Bearer '], ['Basic'], [token]) },
  )
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('')
const base62Text = (length: number) =>
  fc.string({ unit: fc.constantFrom(...base62), minLength: length, maxLength: length })

/** A key with one thing wrong: a character, the length, the prefix, the case, the checksum. */
function nearMiss(token: string): fc.Arbitrary<string> {
  const position = fc.nat({ max: token.length - 1 })
  const character = fc.constantFrom(...base62, '_', '-', 'ä', '!')
  const changed = fc
    .tuple(position, character)
    .map(([at, other]) => `${token.slice(0, at)}${token[at] === other ? '~' : other}${token.slice(at + 1)}`)
  const longer = fc.tuple(position, character).map(([at, other]) => token.slice(0, at) + other + token.slice(at))
  const key = fc.oneof(
    changed,
    longer,
    position.map((at) => token.slice(0, at)),
    position.map((at) => token.slice(0, at) + token.slice(at + 1)),
    base62Text(46).map((text) => `ldl_${text}`),
    fc.constantFrom('ldx_', 'LDL_', 'ldl-', 'ghp_', '').map((prefix) => prefix + token.slice(4)),
    fc.constantFrom(token.toUpperCase(), token.toLowerCase(), `"${token}"`, `${token} ${token}`, `${token},${token}`),
    fc.integer({ min: 2, max: Math.floor(maxHeader / token.length) }).map((times) => token.repeat(times)),
  )
  return key.map((text) => `Bearer ${text}`)
}

function otherScheme(token: string): fc.Arbitrary<string> {
  const basic = Buffer.from(`leadline:${token}`).toString('base64')
  return fc.oneof(
    fc.constantFrom(`Basic ${basic}`, `Basic ${token}`, `Token ${token}`, `Bearer: ${token}`, `Bearer\t${token}`),
    fc.constantFrom(`Bearer=${token}`, `bearer${token}`, `Digest username="${token}"`, `Bearer\u00a0${token}`),
    base62Text(32).map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
  )
}

/** Of any characters and sometimes very long, but for those that no HTTP header may hold. */
const anyText = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary-ascii', maxLength: 60 }),
    fc.integer({ min: 1_000, max: maxHeader }).map((length) => 'x'.repeat(length)),
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  .map((text) => text.replace(/[\0-\x08\x0a-\x1f\x7f]/g, '').trim())
