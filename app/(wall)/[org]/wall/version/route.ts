import { requireMember } from '@/lib/auth/require-member'
import { versionResponse } from '@/lib/deployments/version'
import { route } from '@/lib/http'
import { parseMetricFilters } from '@/lib/reports/filters'
import { runReport } from '@/lib/reports/run-report'
import { readFeed } from '@/lib/services/read-feed'

type Context = { params: Promise<{ org: string }> }

/** Whether a wall is still of the version that `If-None-Match` names. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return route(async () => {
    const member = await requireMember((await params).org)
    const { organization } = member
    const now = new Date()
    const { filters } = parseMetricFilters(new URL(request.url).searchParams, organization.timeZone, now)
    const { version } = await runReport(member, () => readFeed(organization.id, filters, now))
    return versionResponse(request, version)
  })(request)
}
