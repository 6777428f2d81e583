import { databaseBudget } from '@/lib/database-budget'
import { AppError, invalidPayload } from '@/lib/errors'
import { readBody } from '@/lib/read-body'
import { parseJson, requireJsonType } from '@/lib/read-json'
import { findReceiver, noteDelivery } from './find-receiver'
import { type FollowUp, receiveEvents } from './receive'
import type { HostWebhook } from './webhook'

const maxBodyBytes = 8 * 1024 * 1024

/** What to answer a host, and what is left to do once it has been answered. */
export type WebhookAnswer = { response: Response; followUps: FollowUp[] }

/**
 * Takes one webhook of a host for the connection in its address. What it says is stored when this returns, or the host
 * has to send it again. Throws AppError: `too_large`, `unauthenticated` for whoever does not know the secret of a
 * connection that exists, `unsupported_media_type` and `invalid`.
 */
export async function answerWebhook(webhook: HostWebhook, request: Request): Promise<WebhookAnswer> {
  const withinBudget = databaseBudget()
  const body = await readBody(request, maxBodyBytes)
  const publicId = new URL(request.url).searchParams.get('connection')
  const { connection, secret } = await withinBudget(() => findReceiver(webhook.host, publicId))
  const authentic = webhook.isAuthentic(request.headers, body, secret, new Date())
  if (!connection || !authentic) throw refusal()
  await withinBudget(() => noteDelivery(connection))
  requireJsonType(request.headers)
  const events = webhook.readEvents(request.headers, parseJson(body))
  if (events.length === 0) return { response: nothingDone(), followUps: [] }
  const deliveryId = readDeliveryId(webhook, request.headers)
  const received = await withinBudget((signal) => receiveEvents({ connection, deliveryId, events }, signal))
  if (received.outcome === 'ignored') return { response: nothingDone(), followUps: [] }
  return { response: Response.json({ outcome: received.outcome }), followUps: received.followUps }
}

function refusal(): AppError {
  return new AppError('unauthenticated', 'No connection with this address and secret. Compare both with the settings.')
}

function readDeliveryId(webhook: HostWebhook, headers: Headers): string {
  const id = webhook.deliveryId(headers)
  if (id && /^[\x21-\x7e]{1,200}$/.test(id)) return id
  throw invalidPayload('the header with the id of the delivery is missing')
}

function nothingDone(): Response {
  return new Response(null, { status: 204 })
}
