import type { KeySender } from '@/lib/accounts/api-keys/authenticate'
import { env } from '@/lib/core/env'
import { parseInTurn } from '@/lib/deployments/parse-in-turn'
import { readBody } from '@/lib/http/read-body'
import { parseBoundedJson, requireJsonType } from '@/lib/http/read-json'

/**
 * The JSON value in the body of an event, as `readJson` gives it, parsed when it is its turn. `hold` gets the number of
 * bytes as they come, and refuses them by throwing.
 */
export async function readEvent(request: Request, sender: KeySender, hold: (bytes: number) => void): Promise<unknown> {
  requireJsonType(request.headers)
  const body = await readBody(request, env().WEBHOOK_MAX_BODY_BYTES, { onArrival: hold })
  return parseInTurn(sender, body.length, () => parseBoundedJson(body))
}
