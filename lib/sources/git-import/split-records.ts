/** Of one record; what is longer is cut: nothing that is looked for in a message or a path stands behind it. */
export const maxRecordBytes = 1024 * 1024

/**
 * The records of a stream, each of which ends with the byte `separator`, or with the stream; for each of its pieces those
 * that end in it.
 */
export async function* splitRecords(pieces: AsyncIterable<Buffer>, separator: number): AsyncGenerator<Buffer[]> {
  let begun: Buffer[] = []
  let length = 0
  const add = (part: Buffer) => {
    const kept = part.subarray(0, maxRecordBytes - length)
    if (kept.length > 0) begun.push(kept)
    length += kept.length
  }
  const take = () => {
    const record = begun.length === 1 && begun[0] ? begun[0] : Buffer.concat(begun)
    begun = []
    length = 0
    return record
  }
  for await (const piece of pieces) {
    const records: Buffer[] = []
    let start = 0
    for (let end = piece.indexOf(separator); end >= 0; end = piece.indexOf(separator, start)) {
      add(piece.subarray(start, end))
      records.push(take())
      start = end + 1
    }
    add(piece.subarray(start))
    yield records
  }
  if (length > 0) yield [take()]
}
