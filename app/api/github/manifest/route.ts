import { requireUser } from '@/lib/accounts/auth/current-user'
import { methodNotAllowed } from '@/lib/http/http'
import { finishManifest } from '@/lib/sources/connections/finish-manifest'
import { browserRoute, redirectTo } from '@/lib/web/browser-route'
import { hostTurnsOf } from '@/lib/web/wait-for-host'

export const dynamic = 'force-dynamic'

export const GET = browserRoute(async (search, userId) =>
  redirectTo(await finishManifest(search.get('state'), search.get('code'), userId, hostTurnsOf(userId, requireUser))),
)

const refuse = methodNotAllowed('GET')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
