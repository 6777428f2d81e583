import { mcpResource } from '@/lib/accounts/oauth/metadata'
import { baseUrl } from '@/lib/core/base-url'
import { AppError } from '@/lib/core/errors'
import { methodNotAllowed, route } from '@/lib/http/http'
import { readJson } from '@/lib/http/read-json'
import { inMessageTurn } from '@/lib/mcp/message-turn'
import { answerMcp } from '@/lib/mcp/server'
import { authenticateCaller } from '@/lib/questions/authenticate-caller'

export const dynamic = 'force-dynamic'

/** Questions and what a client says of itself have some hundred characters. */
const maxBodyBytes = 16 * 1024

/** The Model Context Protocol, of 2026-07-28 and of 2025: one request, one answer, no session. */
export const POST = route(async (request) => {
  refuseOtherOrigins(request)
  const { caller, headers } = await authenticateCaller(request, mcpResource())
  const message = await readJson(request, maxBodyBytes)
  await inMessageTurn(caller.organization.id)
  if (Array.isArray(message)) throw new AppError('invalid', 'Send one message at a time')
  const response = await answerMcp(request, message, caller)
  for (const [name, value] of Object.entries({ ...headers, 'Cache-Control': 'no-store' }))
    response.headers.set(name, value)
  return response
})

/** A page of another site must not ask with what a browser has. https://modelcontextprotocol.io/specification */
function refuseOtherOrigins(request: Request): void {
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== new URL(baseUrl()).origin) {
    throw new AppError('forbidden', 'Origin not allowed')
  }
}

const refuse = methodNotAllowed('POST')

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT }
