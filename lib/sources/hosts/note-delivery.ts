import type { AppError, ErrorCode } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { Receiver } from './find-receiver'

/** How a problem of the webhook begins: one that is taken then ends it, and it hides no other problem. */
const ofWebhook = `problem LIKE 'The webhook %'`

const taken = `
  UPDATE host_connections SET last_delivery_at = now(),
    problem = CASE WHEN ${ofWebhook} THEN NULL ELSE problem END,
    problem_at = CASE WHEN ${ofWebhook} THEN NULL ELSE problem_at END
  WHERE id = $1 AND (last_delivery_at IS NULL OR last_delivery_at < now() - interval '5 seconds' OR ${ofWebhook})`

const refused = `
  UPDATE host_connections SET problem = $2, problem_at = now() WHERE id = $1 AND (problem IS NULL OR ${ofWebhook})`

/** Keeps when a connection last received a valid delivery from its host, to a few seconds. */
export async function noteDelivery({ id }: Receiver): Promise<void> {
  await db().ingest.query(taken, [id])
}

/** Keeps why something that the host did send was refused, as the problem of the connection. */
export async function noteRefusal({ id }: Receiver, { code, message }: AppError): Promise<void> {
  await db().ingest.query(refused, [id, describe(code, message)])
}

function describe(code: ErrorCode, message: string): string {
  if (code === 'unsupported_media_type') return 'The webhook sends form data: choose application/json at the host.'
  if (code === 'rate_limited') return `The webhook is refused. ${message}.`
  return `The webhook sent something that was not understood. ${message}.`
}
