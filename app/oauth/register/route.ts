import { oauthRoute, refusal } from '@/lib/accounts/oauth/oauth-route'
import { registerClient, registrationSchema } from '@/lib/accounts/oauth/registration'
import { methodNotAllowed } from '@/lib/http/http'
import { readJson } from '@/lib/http/read-json'

export const dynamic = 'force-dynamic'

const maxBytes = 16 * 1024

export const POST = oauthRoute(async (request) => {
  const { success, data, error } = registrationSchema.safeParse(await readJson(request, maxBytes))
  if (!success) {
    const { path, message } = error.issues[0] ?? { path: [], message: 'is not valid' }
    const [field = 'The registration'] = path
    const kind = field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    return refusal(kind, `${String(field)}: ${message}`)
  }
  const client_id = await registerClient(data)
  if (client_id === null) return refusal('invalid_client_metadata', 'redirect_uris: must be fewer or shorter')
  const { client_name, redirect_uris } = data
  const registered = {
    client_id,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name,
    redirect_uris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
  return Response.json(registered, { status: 201 })
})

const refuse = methodNotAllowed('POST')

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT }
