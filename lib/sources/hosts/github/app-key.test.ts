import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { isAppKey } from './app-key'

const pemOf = (der: Buffer, label = 'RSA PRIVATE KEY') =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{64}(?!$)/g, '$&\n')}\n-----END ${label}-----\n`

const lengthOf = (length: number) =>
  length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]

const element = (tag: number, content: Buffer) => Buffer.from([tag, ...lengthOf(content.length), ...content])

/** A positive integer of so many bytes, odd and without leading zeros. */
const integer = (bytes: number) => element(2, Buffer.from([...(bytes > 1 ? [0x40] : []), ...Array(bytes - 1).fill(1)]))

const numbers = {
  version: element(2, Buffer.from([0])),
  modulus: element(2, Buffer.from([0, 0x80, ...Array(255).fill(1)])),
  publicExponent: element(2, Buffer.from([1, 0, 1])),
  privateExponent: integer(256),
  prime1: integer(128),
  prime2: integer(128),
  exponent1: integer(128),
  exponent2: integer(128),
  coefficient: integer(128),
}

const keyOf = (other: Partial<typeof numbers> = {}) =>
  element(0x30, Buffer.concat(Object.values({ ...numbers, ...other })))

const generated = (modulusLength: number, type: 'pkcs1' | 'pkcs8' = 'pkcs1') =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type, format: 'pem' },
  }).privateKey

it.each([2048, 3072, 4096])('a key of %s bits, as GitHub gives them away, is one', (bits) => {
  expect(isAppKey(generated(bits))).toBe(true)
})

it('what is as long as a key may be is one', () => {
  expect(isAppKey(pemOf(keyOf()))).toBe(true)
})

const modulusOf = (bytes: number) => element(2, Buffer.from([0, 0x80, ...Array(bytes - 1).fill(1)]))
const elliptic = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'sec1', format: 'pem' },
})

it.each<[name: string, text: string]>([
  ['nothing', ''],
  ['a text', 'no key'],
  ['a key of 1,024 bits', generated(1024)],
  ['a key of 4,104 bits', pemOf(keyOf({ modulus: modulusOf(513) }))],
  ['a modulus of 7,200 bytes', pemOf(keyOf({ modulus: modulusOf(7200) }))],
  ['another format', generated(2048, 'pkcs8')],
  [
    'another format under this name',
    pemOf(Buffer.from(generated(2048, 'pkcs8').split('\n').slice(1, -2).join(''), 'base64')),
  ],
  ['a key on a curve', elliptic.privateKey],
  ['a key on a curve under this name', elliptic.privateKey.replaceAll('EC PRIVATE', 'RSA PRIVATE')],
  ['a DSA key', pemOf(keyOf(), 'DSA PRIVATE KEY')],
  [
    'the numbers of a DSA key under this name',
    pemOf(element(0x30, Buffer.concat([numbers.version, modulusOf(256), ...Array(4).fill(integer(32))]))),
  ],
  ['a key of several primes', pemOf(keyOf({ version: element(2, Buffer.from([1])) }))],
  ['a large public exponent', pemOf(keyOf({ publicExponent: integer(256) }))],
  ['the public exponent 1', pemOf(keyOf({ publicExponent: integer(1) }))],
  ['a private exponent longer than the modulus', pemOf(keyOf({ privateExponent: integer(257) }))],
  ...(['prime1', 'prime2', 'exponent1', 'exponent2', 'coefficient'] as const).map((name): [string, string] => [
    `a long ${name}`,
    pemOf(keyOf({ [name]: integer(129) })),
  ]),
  ['a negative number', pemOf(keyOf({ prime1: element(2, Buffer.alloc(128, 0x81)) }))],
  ['an empty number', pemOf(keyOf({ prime1: element(2, Buffer.alloc(0)) }))],
  ['a text in place of a number', pemOf(keyOf({ prime1: element(4, Buffer.alloc(128, 1)) }))],
  ['a number too few', pemOf(keyOf({ coefficient: Buffer.alloc(0) }))],
  ['a number too many', pemOf(keyOf({ coefficient: Buffer.concat([integer(128), integer(128)]) }))],
  ['more after the end', pemOf(Buffer.concat([keyOf(), Buffer.from([0])]))],
  ['less than it says', pemOf(keyOf().subarray(0, -1))],
  ['a length without end', pemOf(Buffer.from([0x30, 0x80, 2, 1, 0, 0, 0]))],
  ['a length that lacks its bytes', pemOf(Buffer.from([0x30, 0x82, 1]))],
  ['no end', generated(2048).replace('-----END RSA PRIVATE KEY-----', '')],
  ['a second key', generated(2048) + generated(2048)],
  ['what comes before', `x\n${generated(2048)}`],
  ['an empty line between', generated(2048).replace('\n', '\n\n')],
  ['the head of an encrypted one', generated(2048).replace('\n', '\nProc-Type: 4,ENCRYPTED\n\n')],
  ['padding in the middle', generated(2048).replace(/(?<=\n.{62}).{2}\n/, '==\n')],
])('%s is none', (_name, text) => {
  expect(isAppKey(text)).toBe(false)
})

it('is soon known of a long text', () => {
  for (const text of ['-----BEGIN RSA PRIVATE KEY-----\n', 'AAAA\n']) expect(isAppKey(text.repeat(50_000))).toBe(false)
})
