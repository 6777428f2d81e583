import type { Member } from '@/lib/accounts/auth/require-member'
import { AppError } from '@/lib/core/errors'
import { currentResponse, endAnswer } from '@/lib/http/request-context'

/** A client that takes nothing for this long loses its rows and its connection. */
const maxIdleMs = 30_000

/** Small enough for a slow line to take one within that time. */
const chunkBytes = 16 * 1024

type Download = {
  /** Whose it is: a few at once of each person and organization. */
  member: Member
  fileName: string
  /** Gives the pieces of the file; what it throws is the answer. */
  begin: () => Promise<AsyncGenerator<string>>
}

/**
 * A file that is sent piece by piece: the next one is read when the client has taken the one before, and the
 * connection of a reader who takes nothing ends. HEAD is answered alike, and reads nothing that is not sent. Throws
 * `unavailable`, and what `begin` throws.
 */
export async function csvResponse(
  { method }: Request,
  { member, fileName, begin }: Download,
  idleMs = maxIdleMs,
): Promise<Response> {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
  }
  const close = openDownload(member)
  try {
    const pieces = await begin()
    if (method !== 'HEAD') return new Response(streamOf(pieces, close, idleMs), { headers })
    await pieces.return(undefined)
    close()
    return new Response(null, { headers })
  } catch (error) {
    close()
    throw error
  }
}

function streamOf(pieces: AsyncGenerator<string>, close: () => void, idleMs: number): ReadableStream<Uint8Array> {
  const chunks = inChunks(pieces)
  const endConnection = endAnswer()
  let idle: NodeJS.Timeout | undefined
  const end = async () => {
    clearTimeout(idle)
    close()
    await chunks.return(undefined)
  }
  // Next neither reads nor cancels what is for a reader who has left already.
  const response = currentResponse()
  response?.once('close', () => void end())
  if (response?.closed) void end()
  return new ReadableStream({
    pull: async (controller) => {
      clearTimeout(idle)
      const { value, done } = await chunks.next().catch(async (error: unknown) => {
        await end()
        throw error
      })
      if (done) {
        await end()
        return controller.close()
      }
      controller.enqueue(value)
      idle = setTimeout(() => {
        controller.error(new Error('The download was not read'))
        endConnection()
        void end()
      }, idleMs)
    },
    cancel: end,
  })
}

async function* inChunks(pieces: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of pieces) {
    const bytes = encoder.encode(piece)
    for (let from = 0; from < bytes.length; from += chunkBytes) yield bytes.subarray(from, from + chunkBytes)
  }
}

/** Each keeps the rows behind a report in memory until it has been read: 180 MB of a million deployments. */
const maxOpen = 2

/** Of the process: the routes may each have this file for themselves. */
const holder = globalThis as { leadlineDownloads?: Map<string, number> }

/**
 * Counts one more open download of a member until the function that it returns is called. Throws `unavailable` with
 * `Retry-After` when the person or the organization has two open.
 */
function openDownload({ organization, user }: Member): () => void {
  holder.leadlineDownloads ??= new Map()
  const open = holder.leadlineDownloads
  const keys = [`person ${user.id}`, `organization ${organization.id}`]
  if (keys.some((key) => (open.get(key) ?? 0) >= maxOpen)) throw tooMany()
  const add = (count: number) => {
    for (const key of keys) {
      const now = (open.get(key) ?? 0) + count
      if (now === 0) open.delete(key)
      else open.set(key, now)
    }
  }
  add(1)
  let closed = false
  return () => {
    if (!closed) add(-1)
    closed = true
  }
}

function tooMany(): AppError {
  const text = `Too many downloads are open: at most ${maxOpen} of a person, and of an organization. Try again when one has ended.`
  return new AppError('unavailable', text, { 'Retry-After': '5' })
}
