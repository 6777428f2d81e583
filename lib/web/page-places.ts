import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@/lib/core/errors'
import { type Claim, createPlaces } from '@/lib/core/places'
import { currentResponse, hasActionBegun, isHostAwaited } from '@/lib/http/request-context'
import { untilNoneArrives } from './until-none-arrives'

type Limits = Omit<Parameters<typeof createPlaces>[0], 'kept'>

const waiting = { waiting: 500, maxWaitMs: 10_000 }

/** A page keeps the process busy for some 10 ms: more at once are finished no sooner, and hold up everything else. */
export const pagesOfStrangers: Limits = { places: 4, share: 2, ...waiting }

/** A browser has six connections, most of them for what its person may open next. */
export const pagesOfPeople: Limits = { places: 8, share: 3, ...waiting }

/** How often it is seen whether a page still needs its place, and how often at most: what takes longer than this waits. */
const [lookMs, maxLooks] = [50, 20]

/** So many looks after its reader left a page gives its place away: some of its queries go on. */
const looksAfterLeaving = 4

/** A client that is refused at once is back at once, with a connection more to accept. */
const refusalMs = 1_000

/** How each answer gets a place again. The parts of a server that are bundled apart share it. */
const holder = globalThis as { leadlinePlacesAgain?: WeakMap<ServerResponse, () => Promise<void>> }

/**
 * Resolves once there is a place again for the answer to the current request, which held none while its action ran: its page
 * is drawn now. Throws `unavailable` when there is none in time, and when its reader has left.
 */
export async function placeToDraw(): Promise<void> {
  const response = currentResponse()
  if (response) await holder.leadlinePlacesAgain?.get(response)?.()
}

/**
 * Lets `handle` answer once there is a place for `who` requests it. Throws `unavailable` with `Retry-After` when there is none in
 * time, and what `handle` throws.
 */
type InPlace = (
  response: ServerResponse,
  who: Omit<Claim, 'known'>,
  handle: () => void | Promise<void>,
) => Promise<void>

/**
 * Lets a few pages be made at once, fewer for one address or person; the others wait, and leave with their connection. A place is
 * free again when its answer has been written, but also when that waits for something else: for its reader, an action, a
 * host or the database.
 */
export function createPagePlaces(limits: Limits): InPlace {
  const withPlace = createPlaces({ ...limits, kept: 0 })
  const inPlace = async (response: ServerResponse, who: Omit<Claim, 'known'>, work: () => Promise<void>) => {
    if (response.closed) return
    const closed = new AbortController()
    const leave = () => closed.abort()
    response.once('close', leave)
    const stay = async () => {
      await untilNoneArrives()
      // Node warns of the eleventh listener, and Next has many.
      response.off('close', leave)
      if (!response.closed) await work()
    }
    await withPlace({ ...who, known: false }, stay, closed.signal)
  }
  return async (response, who, handle) => {
    holder.leadlinePlacesAgain ??= new WeakMap()
    const again = () =>
      new Promise<void>((enter, refuse) => {
        const draw = async () => {
          enter()
          await untilIdle(response, () => false)
        }
        inPlace(response, who, draw).then(() => refuse(new AppError('unavailable', 'The reader has left')), refuse)
      })
    holder.leadlinePlacesAgain.set(response, again)
    const answer = async () => {
      await handle()
      await untilIdle(response, () => hasActionBegun(response) || isHostAwaited(response))
    }
    await inPlace(response, who, answer).catch(async (error: unknown) => {
      if (!response.closed) await delay(refusalMs, undefined, { ref: false })
      throw error
    })
  }
}

function untilIdle(response: ServerResponse, waits: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    let looks = 0
    const look = () => {
      looks = Math.max(looks + 1, response.closed ? maxLooks - looksAfterLeaving : 0)
      const isUnread = !response.closed && (response.socket?.writableLength ?? 0) > 0
      if (response.writableFinished || isUnread || waits() || looks >= maxLooks) end()
    }
    const timer = setInterval(look, lookMs)
    const end = () => {
      clearInterval(timer)
      resolve()
    }
    response.once('finish', end)
  })
}
