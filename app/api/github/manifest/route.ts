import { browserRoute, redirectTo } from '@/lib/browser-route'
import { finishManifest } from '@/lib/connections/finish-manifest'
import { methodNotAllowed } from '@/lib/http'

export const dynamic = 'force-dynamic'

export const GET = browserRoute(async (search, userId) =>
  redirectTo(await finishManifest(search.get('state'), search.get('code'), userId)),
)

const refuse = methodNotAllowed('GET')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
