/** One of 4,096 bits has 3,243 characters. */
const maxLength = 4_000

const pem = /^-----BEGIN RSA PRIVATE KEY-----\n((?:[A-Za-z0-9+/]+={0,2}\n)+)-----END RSA PRIVATE KEY-----\n?$/

const [minBits, maxBits] = [2_048, 4_096]

/**
 * Whether a text is the private key of a GitHub App as GitHub gives it away: RSA of 2,048 to 4,096 bits in PKCS#1. No
 * other reaches a library, which checks some kinds for seconds and computes with long numbers for hours.
 */
export function isAppKey(text: string): boolean {
  const base64 = text.length > maxLength ? undefined : pem.exec(text)?.[1]?.replaceAll('\n', '')
  if (base64 === undefined) return false
  const der = Buffer.from(base64, 'base64')
  // A library may read on where Node takes the text for ended.
  const numbers = der.toString('base64') === base64 ? readNumbers(der) : []
  if (numbers.length !== 9) return false
  const [version, modulus = 0n, publicExponent, privateExponent = 0n, ...ofPrimes] = numbers
  const bits = bitsOf(modulus)
  return (
    version === 0n &&
    bits >= minBits &&
    bits <= maxBits &&
    publicExponent === 65_537n &&
    bitsOf(privateExponent) <= bits &&
    ofPrimes.every((number) => bitsOf(number) <= Math.ceil(bits / 2))
  )
}

/** The numbers of a DER sequence of nothing but numbers, none of them negative; an empty list for anything else. */
function readNumbers(der: Buffer): bigint[] {
  const sequence = readElement(der, 0x30)
  if (sequence === null || sequence.rest.length > 0) return []
  const numbers: bigint[] = []
  for (let left = sequence.content; left.length > 0; ) {
    const number = readElement(left, 0x02)
    if (number === null || (number.content[0] ?? 0x80) >= 0x80) return []
    numbers.push(BigInt(`0x${number.content.toString('hex')}`))
    left = number.rest
  }
  return numbers
}

/** The content of the first element of `der`, and what comes after it; null where it is another or not complete. */
function readElement(der: Buffer, tag: number): { content: Buffer; rest: Buffer } | null {
  const [first, length = 0x80] = der
  const lengthBytes = length < 0x80 ? 0 : length - 0x80
  const start = 2 + lengthBytes
  if (first !== tag || length === 0x80 || lengthBytes > 2 || der.length < start) return null
  const end = start + (lengthBytes === 0 ? length : der.readUIntBE(2, lengthBytes))
  return end > der.length ? null : { content: der.subarray(start, end), rest: der.subarray(end) }
}

function bitsOf(number: bigint): number {
  return number.toString(2).length
}
