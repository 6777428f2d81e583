import { checkReady } from '@/lib/db/check-ready'
import { methodNotAllowed, route } from '@/lib/http/http'

export const dynamic = 'force-dynamic'

/** Whether this process can store and show: its database answers and has its migrations. */
export const GET = route(async () => {
  await checkReady()
  return Response.json({ status: 'ok' })
})

const refuse = methodNotAllowed('GET', 'HEAD')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
