import { requireMember } from '@/lib/accounts/auth/require-member'
import { route } from '@/lib/http/http'
import { findPlaces } from '@/lib/insights/find-places'
import { runReport } from '@/lib/web/run-report'

type Context = { params: Promise<{ org: string }> }

/** Where a text may lead within an organization, as far as the member may go there. Takes turns as pages do. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return route(async () => {
    const member = await requireMember((await params).org)
    const { organization, role } = member
    const text = new URL(request.url).searchParams.get('q') ?? ''
    const places = await runReport(member, () => findPlaces(organization.id, role, text))
    return Response.json(places, { headers: { 'Cache-Control': 'no-store' } })
  })(request)
}
