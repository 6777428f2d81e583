import { methodNotAllowed, route } from '@/lib/http/http'
import { defaultPreset } from '@/lib/insights/reports/chosen-days'
import { readBadge } from '@/lib/questions/badge'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ metric: string }> }

/** A metric as a picture, for who has the token of the organization's badges. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return route(async () => {
    const { metric } = await params
    const query = new URL(request.url).searchParams
    const { svg, maxAgeSeconds } = await readBadge(
      query.get('token') ?? '',
      metric,
      query.get('range') ?? defaultPreset,
      new Date(),
    )
    return new Response(svg, {
      headers: { 'Content-Type': 'image/svg+xml; charset=utf-8', 'Cache-Control': `public, max-age=${maxAgeSeconds}` },
    })
  })(request)
}

const refuse = methodNotAllowed('GET', 'HEAD')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
