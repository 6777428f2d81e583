import { methodNotAllowed } from '@/lib/http/http'
import { manifestForm } from '@/lib/sources/connections/manifest-form'
import { browserRoute, htmlResponse } from '@/lib/web/browser-route'

export const dynamic = 'force-dynamic'

export const GET = browserRoute(async (search, userId) => {
  const { html, policy } = await manifestForm(search.get('state'), userId)
  return htmlResponse(html, { policy })
})

const refuse = methodNotAllowed('GET')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
