import { methodNotAllowed, route } from '@/lib/http/http'

export const dynamic = 'force-dynamic'

/** Whether this process answers. Asks nothing of anything else: a restart would not mend that. */
export const GET = route(() => Response.json({ status: 'ok' }))

const refuse = methodNotAllowed('GET', 'HEAD')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
