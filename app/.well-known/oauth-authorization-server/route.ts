import { authorizationServerMetadata } from '@/lib/accounts/oauth/metadata'
import { methodNotAllowed, route } from '@/lib/http/http'

export const dynamic = 'force-dynamic'

export const GET = route(() => Response.json(authorizationServerMetadata()))

const refuse = methodNotAllowed('GET', 'HEAD')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
