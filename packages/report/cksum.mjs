/** What the command `cksum` of POSIX says of a text, checksum and length in bytes, with a dash between. @param {string} text */
export function cksum(text) {
  const bytes = Buffer.from(text)
  let sum = 0
  for (const byte of bytes) sum = next(sum, byte)
  for (let length = bytes.length; length > 0; length = Math.floor(length / 256)) sum = next(sum, length % 256)
  return `${~sum >>> 0}-${bytes.length}`
}

/** @param {number} sum @param {number} byte */
function next(sum, byte) {
  let shifted = sum ^ (byte << 24)
  for (let bit = 0; bit < 8; bit++) shifted = shifted < 0 ? (shifted << 1) ^ 0x04c11db7 : shifted << 1
  return shifted
}
