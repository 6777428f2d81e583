/** At least the number of values in JSON: all commas and opening brackets, also those in texts. Parses nothing. */
export function countJsonValues(bytes: Uint8Array): number {
  let count = 0
  // An iterator takes ten times as long, which counts when there are millions of bytes.
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count += 1
  }
  return count
}
