import { createReadStream } from 'node:fs'

/** A line without its end; `bytes` is null for one that is too long. */
type Line = { number: number; bytes: Buffer | null }

const lineBreak = 0x0a

/** The lines of a file, one after the other, of which no more than `maxBytes` are held. `onRead` gets the bytes read so far. */
export async function* readLines(
  file: string,
  maxBytes: number,
  onRead: (bytes: number) => void,
): AsyncGenerator<Line> {
  let number = 1
  let parts: Buffer[] = []
  let length = 0
  let read = 0
  const take = (part: Buffer) => {
    length += part.length
    if (length <= maxBytes) parts.push(part)
    else parts = []
  }
  const end = (): Line => {
    const line = { number, bytes: length <= maxBytes ? Buffer.concat(parts) : null }
    number += 1
    parts = []
    length = 0
    return line
  }
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let begin = 0
    for (let at = chunk.indexOf(lineBreak); at >= 0; at = chunk.indexOf(lineBreak, begin)) {
      take(chunk.subarray(begin, at))
      yield end()
      begin = at + 1
    }
    take(chunk.subarray(begin))
    read += chunk.length
    onRead(read)
  }
  if (length > 0) yield end()
}
