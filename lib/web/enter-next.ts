import type { IncomingMessage, ServerResponse } from 'node:http'
import { unsealSession } from '@/lib/accounts/auth/unseal-session'
import { knownCrowd, rememberCaller, sealedSessionOf } from '@/lib/accounts/known-callers'
import { crowdOfPerson } from '@/lib/accounts/members/crowd-of-person'
import { AppError } from '@/lib/core/errors'
import type { Claim } from '@/lib/core/places'
import type { Claimant } from '@/lib/core/round-robin'
import { hostOf } from '@/lib/http/own-origin'
import { addressOfTurn } from '@/lib/http/rate-limit/client-address'
import { hasActionBegun, noteClaimant } from '@/lib/http/request-context'
import type { Enter } from '@/lib/web/front-door'
import { sendPacked } from '@/lib/web/packed-files'
import { createPagePlaces, pagesOfPeople, pagesOfStrangers } from '@/lib/web/page-places'
import { isReadableForm } from '@/lib/web/readable-form'
import { isForFile, isForPage, isPageForm, refusePageRequest } from '@/lib/web/refuse-page-request'
import { refuseRequest } from '@/lib/web/refuse-request'

/** All of them are one crowd beside the organizations. */
const strangers = 'strangers'

const inStrangersPlace = createPagePlaces(pagesOfStrangers)
const inPersonsPlace = createPagePlaces(pagesOfPeople)

/**
 * Hands a request on to Next. What Next would answer with 500 for the fault of its sender is refused here, and pages of
 * strangers are made a few at a time.
 */
export const enterNext: Enter = async (request, response, handle, body) => {
  const refusal = refusePageRequest(request)
  if (refusal) return refuseRequest(response, refusal)
  // With these Next answers 500 in place of 412 and 416. A file may be sent whole.
  if (isForFile(request)) {
    for (const name of ['range', 'if-match', 'if-unmodified-since']) delete request.headers[name]
    sendPacked(request, response)
  }
  const handOn = () => handle(request, response)
  noteClaimant(response, () => ({ crowd: knownCrowd(request) ?? strangers, one: `address ${addressOfTurn()}` }))
  if (!isForPage(request)) return handOn()
  await inPagePlace(request, response, async (sender) => {
    if (isPageForm(request)) {
      if (!(await isReadableForm(request.headers, body ?? Buffer.alloc(0), sender)))
        return refuseRequest(response, new AppError('invalid', 'The form is incomplete'))
      // The origin was compared with the public address; Next would compare it with what a proxy says or leaves out.
      request.headers['x-forwarded-host'] = hostOf(request.headers.origin) ?? undefined
      blameForm(response)
    }
    handOn()
  })
}

/**
 * A session may have ended, but a cookie that we sealed was given to someone with an account. All sessions of one count
 * as one, and one who comes from a crowded address waits longer than others.
 */
async function inPagePlace(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (sender: 'person' | 'stranger') => Promise<void>,
): Promise<void> {
  const sealed = sealedSessionOf(request)
  const session = await unsealSession(sealed)
  const [crowd] = session ? crowdOfPerson(session.userId) : []
  if (sealed && crowd) rememberCaller(sealed, crowd)
  if (session) noteClaimant(response, () => claimantOf(session.userId))
  const address = [`address ${addressOfTurn()}`]
  if (session) return inPersonsPlace(response, claimOf(session.userId, address), () => handle('person'))
  // Next passes a form with an action that its page does not have on to a page that has it, in a request of this process
  // to itself, which needs a place as well. One that was passed on already it answers with 409.
  request.headers['x-action-forwarded'] = '1'
  await inStrangersPlace(response, { keys: address }, () => handle('stranger'))
}

/** Their organization may be known only once their session was read. */
function claimantOf(userId: number): Claimant {
  return { crowd: crowdOfPerson(userId)[0] ?? strangers, one: `person ${userId}` }
}

/** The claim to a place of a person, whose chance is the smaller the more of their organization wait. */
export function claimOf(userId: number, address: readonly string[]): Omit<Claim, 'known'> {
  return { keys: [`person ${userId}`], shared: [...address, ...crowdOfPerson(userId)] }
}

/**
 * Next answers a form that it cannot decode with 500. No action has begun then, and none of ours ends with an error.
 */
function blameForm(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse
  response.writeHead = (status: number, ...rest: unknown[]) =>
    writeHead(status === 500 && !hasActionBegun(response) ? 400 : status, ...rest)
}
