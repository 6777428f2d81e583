import { requireUser } from '@/lib/accounts/auth/current-user'
import { methodNotAllowed } from '@/lib/http/http'
import { finishInstallation } from '@/lib/sources/connections/finish-installation'
import { browserRoute, redirectTo } from '@/lib/web/browser-route'
import { hostTurnsOf } from '@/lib/web/wait-for-host'

export const dynamic = 'force-dynamic'

export const GET = browserRoute(async (search, userId) => {
  const state = search.get('state')
  // The user began at GitHub: its webhook reports the installation.
  if (!state) return redirectTo('/')
  const slug = await finishInstallation(state, search.get('installation_id'), userId, hostTurnsOf(userId, requireUser))
  return redirectTo(`/${slug}/settings/repositories?github=installed`)
})

const refuse = methodNotAllowed('GET')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
