import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashToken } from '@/lib/core/random-token'
import { bearerToken, displayToken, generateToken, isWellFormedToken } from './token'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** CRC-32 as in ISO 3309, bit by bit. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

function base62(value: bigint): string {
  return value === 0n ? '' : base62(value / 62n) + alphabet[Number(value % 62n)]
}

const withChecksum = (text: string) => text + base62(BigInt(crc32(text))).padStart(6, '0')

const secret = fc.stringMatching(/^[0-9A-Za-z]{40}$/)

describe('the checksum', () => {
  test('the reference gives the check value of the standard', () => {
    expect(crc32('123456789')).toBe(0xcbf43926)
  })

  test.each([
    'ldl_00000000000000000000000000000000000000000fVV33',
    'ldl_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz0Mgepm',
    'ldl_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcd2tRBx6',
    'ldl_pad76xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx00uMU4',
  ])('%s is well formed', (token) => {
    expect(withChecksum(token.slice(0, -6))).toBe(token)
    expect(isWellFormedToken(token)).toBe(true)
  })

  test('agrees with the reference on every secret', () => {
    fc.assert(
      fc.property(secret, (random) => {
        expect(isWellFormedToken(withChecksum(`ldl_${random}`))).toBe(true)
      }),
    )
  })

  test('every change of one character is noticed', () => {
    const token = generateToken()
    for (let position = 0; position < token.length; position++) {
      for (const character of `${alphabet}_-. é`) {
        if (character === token[position]) continue
        const changed = token.slice(0, position) + character + token.slice(position + 1)
        if (isWellFormedToken(changed)) throw new Error(`position ${position}, ${character}`)
      }
    }
  })

  test('two neighbours swapped are noticed', () => {
    const token = generateToken()
    for (let position = 0; position < token.length - 1; position++) {
      const [left, right] = [token.charAt(position), token.charAt(position + 1)]
      const swapped = token.slice(0, position) + right + left + token.slice(position + 2)
      expect(isWellFormedToken(swapped)).toBe(left === right)
    }
  })
})

describe('a generated key', () => {
  test('has 50 characters and is well formed', () => {
    expect(generateToken()).toMatch(/^ldl_[0-9A-Za-z]{46}$/)
    expect(isWellFormedToken(generateToken())).toBe(true)
  })

  test('is another one every time', () => {
    expect(new Set(Array.from({ length: 1000 }, generateToken)).size).toBe(1000)
  })

  test('uses every character equally often', () => {
    const counts = new Map<string, number>()
    for (let key = 0; key < 2500; key++) {
      for (const character of generateToken().slice(4, 44)) counts.set(character, (counts.get(character) ?? 0) + 1)
    }
    const expected = 100_000 / 62
    const chiSquare = [...alphabet].reduce((sum, c) => sum + ((counts.get(c) ?? 0) - expected) ** 2 / expected, 0)
    // With 61 degrees of freedom chance exceeds 170 less than once in 10^11; a byte modulo 62 scores about 700.
    expect(chiSquare).toBeLessThan(170)
  })
})

describe('what is no key', () => {
  const token = generateToken()
  test.each([
    ['nothing', ''],
    ['the prefix', 'ldl_'],
    ['a key cut off', token.slice(0, -1)],
    ['a key and a character', `${token}0`],
    ['another prefix', token.replace('ldl_', 'ghp_')],
    ['the prefix in upper case', token.replace('ldl_', 'LDL_')],
    ['a line break at the end', `${token}\n`],
    ['a space in front', ` ${token}`],
    ['no checksum', `ldl_${'0'.repeat(46)}`],
    ['letters of another script', `ldl_${'а'.repeat(46)}`],
    ['a million characters', `ldl_${'a'.repeat(1_000_000)}`],
  ])('%s', (_name, text) => {
    expect(isWellFormedToken(text)).toBe(false)
  })

  test('any text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(isWellFormedToken(text)).toBe(false)
        expect(bearerToken(`Bearer ${text}`)).toBeNull()
      }),
    )
  })
})

test('only the SHA-256 of the whole key is stored', () => {
  const token = generateToken()
  expect(hashToken(token)).toBe(createHash('sha256').update(token).digest('hex'))
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('people see the prefix and the last four characters', () => {
  expect(displayToken(`ldl_${'0'.repeat(42)}x7Qa`)).toBe('ldl_…x7Qa')
})

describe('the Authorization header', () => {
  const token = generateToken()
  test.each([
    ['as documented', `Bearer ${token}`],
    ['the scheme in lower case', `bearer ${token}`],
    ['the scheme in upper case', `BEARER ${token}`],
    ['several spaces', `Bearer    ${token}`],
  ])('%s: the key', (_name, header) => {
    expect(bearerToken(header)).toBe(token)
  })

  test.each([
    ['no header', null],
    ['an empty header', ''],
    ['the key alone', token],
    ['the scheme alone', 'Bearer'],
    ['no space', `Bearer${token}`],
    ['a tab', `Bearer\t${token}`],
    ['another scheme', `Basic ${token}`],
    ['a second key', `Bearer ${token} ${token}`],
    ['two headers joined', `Bearer ${token}, Bearer ${token}`],
    ['quotes', `Bearer "${token}"`],
    ['a wrong checksum', `Bearer ${token.slice(0, -6)}000000`],
    ['a trailing space', `Bearer ${token} `],
    ['spaces without end', `Bearer${' '.repeat(1_000_000)}`],
  ])('%s: nothing', (_name, header) => {
    expect(bearerToken(header)).toBeNull()
  })
})
