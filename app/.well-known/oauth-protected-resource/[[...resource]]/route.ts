import { protectedResourceMetadata } from '@/lib/accounts/oauth/metadata'
import { AppError } from '@/lib/core/errors'
import { methodNotAllowed, route } from '@/lib/http/http'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ resource?: string[] }> }

export function GET(request: Request, { params }: Context): Promise<Response> {
  return route(async () => {
    const metadata = protectedResourceMetadata((await params).resource?.join('/'))
    if (!metadata) throw new AppError('not_found', 'There is no such resource here')
    return Response.json(metadata)
  })(request)
}

const refuse = methodNotAllowed('GET', 'HEAD')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
