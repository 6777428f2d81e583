import { oauthRoute, readOauthForm } from '@/lib/accounts/oauth/oauth-route'
import { revokeToken } from '@/lib/accounts/oauth/revoke-token'
import { AppError } from '@/lib/core/errors'
import { methodNotAllowed } from '@/lib/http/http'

export const dynamic = 'force-dynamic'

/** The same answer for a token that is unknown or of another application. */
export const POST = oauthRoute(async (request) => {
  const form = await readOauthForm(request)
  const [token, clientId] = [form.get('token'), form.get('client_id')]
  if (!token || !clientId) throw new AppError('invalid', 'token and client_id are required')
  await revokeToken(token, clientId)
  return new Response(null)
})

const refuse = methodNotAllowed('POST')

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT }
