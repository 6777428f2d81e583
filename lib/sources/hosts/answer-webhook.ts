import { refusalBeyondDay } from '@/lib/accounts/stored-bytes/day'
import { AppError, type ErrorCode, invalidPayload } from '@/lib/core/errors'
import { holdingBytes } from '@/lib/core/hold-bytes'
import { databaseBudget } from '@/lib/db/database-budget'
import { ingestConnection } from '@/lib/db/ingest-for'
import { readBody, refuseLong } from '@/lib/http/read-body'
import { parseJson, requireJsonType } from '@/lib/http/read-json'
import { restAfterParsing, sharedRest } from '@/lib/http/rest-after-parsing'
import { generateWebhookSecret } from '@/lib/sources/connections/secrets'
import { findReceiver, type Receiver } from './find-receiver'
import { parseInTurn } from './parse-in-turn'
import { type Delivery, type FollowUp, type Received, receiveEvents } from './receive'
import { unknownConnection } from './unknown-connection'
import type { HostWebhook, Proof } from './webhook'

const maxBodyBytes = 8 * 1024 * 1024
const maxHeldBytes = 64 * 1024 * 1024

/** Of no connection. */
const noSecret = generateWebhookSecret()

/** What a body costs that nothing has arrived of yet. */
const bytesOfARequest = 16 * 1024

/** Most of what hosts send is shorter: it never waits for what others send in their name. */
const shortBytes = 64 * 1024

/** To receive and sign so many bytes takes as long as to parse one value. */
const signedBytesPerValue = 50

/** What to answer a host, and what is left to do once it has been answered. */
export type WebhookAnswer = { response: Response; followUps: FollowUp[] }

/**
 * Takes one webhook of a host for the connection in its address. What it says is stored when this returns, or the host
 * has to send it again. No body is read for who names no connection and offers no proof. Throws AppError: `too_large`,
 * `timed_out`, `unauthenticated` for a sender that does not know the secret of a connection that exists,
 * `unsupported_media_type`, `invalid`, `forbidden` for another event than the header names, `rate_limited` beyond the
 * daily quota, and `unavailable` when too much arrives for the connection at once. After a long body that its sender did
 * not sign, the next long one for the connection is read when others had nine tenths of the time.
 */
export async function answerWebhook(webhook: HostWebhook, request: Request): Promise<WebhookAnswer> {
  const withinBudget = databaseBudget()
  const publicId = new URL(request.url).searchParams.get('connection')
  const receiver = await withinBudget(() => findReceiver(webhook.host, publicId))
  // Whether there is a connection shows only after what the headers alone are refused for.
  const proof = webhook.readProof(request.headers, receiver?.secret ?? noSecret, new Date())
  if (!proof) throw unknownConnection()
  if (!isForm(request.headers)) requireJsonType(request.headers)
  refuseLong(request, maxBodyBytes)
  if (!receiver) throw unknownConnection()
  const { connection } = receiver
  return holdingBytes(holdingOf(connection), async (hold) => {
    hold(bytesOfARequest)
    const forged = sharedRest(`forged bodies for connection ${connection.id}`)
    if (!isShort(request.headers)) await forged.current
    const body = await readBody(request, maxBodyBytes, { onArrival: hold })
    if (!proof.covers(body)) {
      forged.current = restAfterParsing(body.length / signedBytesPerValue)
      throw unknownConnection()
    }
    try {
      requireJsonType(request.headers)
      const beyondDay = refusalBeyondDay(connection.storedTodayBytes)
      if (beyondDay) throw new AppError(...beyondDay)
      const read = () => readDelivery(webhook, request.headers, body, proof)
      const delivery = { connection, ...(await parseInTurn(connection, body, read)) }
      await withinBudget(({ signal }) => noteDelivery(connection, signal))
      return answer(await withinBudget(({ signal }) => receive(delivery, signal)))
    } catch (error) {
      if (isRefusal(error)) {
        const noted = withinBudget(({ signal }) => noteRefusal(connection, error, signal))
        await noted.catch(() => undefined)
      }
      throw error
    }
  })
}

/** Alone, a connection holds a quarter and an organization half. */
function holdingOf({ id, organizationId }: Receiver) {
  const weights = { [`connection ${id}`]: 1 / 3, [`organization ${organizationId}`]: 1 }
  return { pool: 'host webhooks', maxBytes: maxHeldBytes, weights }
}

function isShort(headers: Headers): boolean {
  const length = headers.get('content-length')
  return length !== null && Number(length) <= shortBytes
}

/** GitHub sends forms unless told otherwise: only once one is proven is it the connection's problem. */
function isForm(headers: Headers): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers.get('content-type') ?? '')
}

function readDelivery(
  webhook: HostWebhook,
  headers: Headers,
  body: Uint8Array,
  proof: Proof,
): Pick<Delivery, 'deliveryId' | 'events'> {
  const events = webhook.readEvents(headers, parseJson(body))
  if (events.length === 0) return { deliveryId: '', events }
  const deliveryId = proof.deliveryIdOf(body)
  if (deliveryId && /^[\x21-\x7e]{1,200}$/.test(deliveryId)) return { deliveryId, events }
  throw invalidPayload('the header with the id of the delivery is missing')
}

async function receive(delivery: Delivery, signal: AbortSignal): Promise<Received> {
  return delivery.events.length === 0 ? { outcome: 'ignored', followUps: [] } : receiveEvents(delivery, signal)
}

function answer({ outcome, followUps }: Received): WebhookAnswer {
  const response = outcome === 'ignored' ? new Response(null, { status: 204 }) : Response.json({ outcome })
  return { response, followUps }
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && ['unsupported_media_type', 'invalid', 'rate_limited'].includes(error.code)
}

/** How a problem of the webhook begins: one that is taken then ends it, and it hides no other problem. */
const ofWebhook = `problem LIKE 'The webhook %'`

const taken = `
  UPDATE host_connections SET last_delivery_at = now(),
    problem = CASE WHEN ${ofWebhook} THEN NULL ELSE problem END,
    problem_at = CASE WHEN ${ofWebhook} THEN NULL ELSE problem_at END
  WHERE organization_id = $1 AND id = $2 AND (last_delivery_at IS NULL OR last_delivery_at < now() - interval '5 seconds' OR ${ofWebhook})`

const refused = `
  UPDATE host_connections SET problem = $3, problem_at = now()
  WHERE organization_id = $1 AND id = $2 AND (problem IS NULL OR ${ofWebhook})
    AND (problem IS DISTINCT FROM $3 OR problem_at IS NULL OR problem_at < now() - interval '5 seconds')`

/** Keeps when a connection last received a valid delivery from its host, to a few seconds. */
function noteDelivery(connection: Receiver, signal: AbortSignal): Promise<void> {
  return note('taken', connection, signal, { text: taken, values: [] })
}

/** Keeps why something that the host did send was refused, as the problem of the connection, to a few seconds. */
function noteRefusal(connection: Receiver, { code, message }: AppError, signal: AbortSignal): Promise<void> {
  return note('refused', connection, signal, { text: refused, values: [describe(code, message)] })
}

/** What is being noted. */
const underWay = new Set<string>()

/** One of a kind at a time: all of a connection are of one row, and each that waits for it holds a connection for events. */
async function note(
  kind: 'taken' | 'refused',
  { organizationId, id }: Receiver,
  signal: AbortSignal,
  { text, values }: { text: string; values: readonly string[] },
): Promise<void> {
  const key = `${kind} ${id}`
  if (underWay.has(key)) return
  underWay.add(key)
  try {
    await ingestConnection(organizationId, signal, (client) => client.query(text, [organizationId, id, ...values]))
  } finally {
    underWay.delete(key)
  }
}

function describe(code: ErrorCode, message: string): string {
  if (code === 'unsupported_media_type') return 'The webhook sends form data: choose application/json at the host.'
  if (code === 'rate_limited') return `The webhook is refused. ${message}.`
  return `The webhook sent something that was not understood. ${message}.`
}
