import { checkDatabase } from '@/lib/http/health'
import { methodNotAllowed, route } from '@/lib/http/http'

export const dynamic = 'force-dynamic'

export const GET = route(async () => {
  await checkDatabase()
  return Response.json({ status: 'ok' })
})

const refuse = methodNotAllowed('GET', 'HEAD')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
