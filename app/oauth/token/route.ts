import { exchangeForTokens } from '@/lib/accounts/oauth/exchange'
import { oauthRoute, readOauthForm } from '@/lib/accounts/oauth/oauth-route'
import { methodNotAllowed } from '@/lib/http/http'

export const dynamic = 'force-dynamic'

export const POST = oauthRoute(async (request) => {
  const { status, body } = await exchangeForTokens(await readOauthForm(request))
  return Response.json(body, { status })
})

const refuse = methodNotAllowed('POST')

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT }
