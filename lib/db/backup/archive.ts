import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { AppError } from '@/lib/core/errors'

/** A note between the rows, as JSON, or a piece of what COPY writes. */
export type Part = { note: unknown } | { rows: Buffer }

/** Bytes of the longest part that is written or accepted. */
const maxPartBytes = 1024 * 1024
const magic = Buffer.from('leadline backup 1\n')
const kinds = { note: 1, rows: 2, digest: 3 }

/**
 * Writes an archive that its owner alone may read: gzip of the parts, each behind its kind and length, with a SHA-256
 * of all that stands before as the last one. Throws when the file exists.
 */
export async function writeArchive(file: string, parts: AsyncIterable<Part>): Promise<void> {
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  await piped(framed(parts), createGzip(), output)
}

async function* framed(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (bytes: Buffer) => {
    hash.update(bytes)
    return bytes
  }
  yield hashed(magic)
  for await (const part of parts) {
    if ('note' in part) yield hashed(frame(kinds.note, Buffer.from(JSON.stringify(part.note))))
    else for (const piece of pieces(part.rows)) yield hashed(frame(kinds.rows, piece))
  }
  yield frame(kinds.digest, hash.digest())
}

function* pieces(rows: Buffer): Generator<Buffer> {
  for (let at = 0; at < rows.length; at += maxPartBytes) yield rows.subarray(at, at + maxPartBytes)
}

function frame(kind: number, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(kind)
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

/**
 * The parts of an archive, and how many bytes of the file are read by then. Throws `invalid` for another file and, when
 * the parts before the place have been handed over, for one that is truncated or was changed.
 */
export async function* readArchive(file: string): AsyncGenerator<{ part: Part; bytesRead: number }> {
  const input = createReadStream(file)
  const take = taker(pipeline(input, createGunzip({ chunkSize: 256 * 1024 }), () => undefined))
  const hash = createHash('sha256')
  try {
    if (!(await take(magic.length)).equals(magic)) throw damaged
    hash.update(magic)
    for (;;) {
      const head = await take(5)
      const content = await take(lengthIn(head))
      if (head.readUInt8() === kinds.digest) {
        if (hash.digest().equals(content)) break
        throw damaged
      }
      hash.update(head).update(content)
      const part = head.readUInt8() === kinds.note ? { note: JSON.parse(content.toString()) } : { rows: content }
      yield { part, bytesRead: input.bytesRead }
    }
    // gzip has a checksum of its own, which comes last.
    if ((await take(1, true)).length > 0) throw damaged
  } catch (error) {
    throw isDamage(error) ? noBackup(file, error) : error
  } finally {
    input.destroy()
  }
}

const damaged = new Error('The archive is damaged.')

function lengthIn(head: Buffer): number {
  const length = head.readUInt32BE(1)
  if (length > maxPartBytes) throw damaged
  return length
}

/** What a file is told that is no whole backup. */
export function noBackup(file: string, cause: unknown): AppError {
  const message = `${file} is not a backup of Leadline, or it is truncated or was changed. Nothing was restored.`
  return new AppError('invalid', message, {}, { cause })
}

/** Takes so many bytes at a time off what comes in. */
function taker(chunks: AsyncIterable<Buffer>): (length: number, orFewer?: boolean) => Promise<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (length, orFewer = false) => {
    while (rest.length < length) {
      const { value, done } = await iterator.next()
      if (done && orFewer) break
      if (done) throw damaged
      rest = Buffer.concat([rest, value])
    }
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length)
    return taken
  }
}

function isDamage(error: unknown): boolean {
  const isOfGzip = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
  return error === damaged || isOfGzip || error instanceof SyntaxError
}
