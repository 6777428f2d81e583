import { sessionToken } from '@/lib/accounts/auth/current-user'
import { requireMember } from '@/lib/accounts/auth/require-member'
import { stillMember } from '@/lib/accounts/auth/still-member'
import { refuseProblems } from '@/lib/core/query-filters'
import { route } from '@/lib/http/http'
import { parseMetricFilters } from '@/lib/insights/reports/filters'
import { exportName, exportRows } from '@/lib/insights/reports/rows/export-rows'
import { csvResponse } from '@/lib/web/csv-response'
import { runInPieces } from '@/lib/web/run-report'

type Context = { params: Promise<{ org: string; metric: string }> }

/** All rows behind a number, for the filters of the query string, as a file. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return route(async () => {
    const { org, metric } = await params
    const member = await requireMember(org)
    const { organization } = member
    const still = stillMember(member, await sessionToken())
    const now = new Date()
    const { filters, problems } = parseMetricFilters(new URL(request.url).searchParams, organization.timeZone, now)
    refuseProblems(problems)
    const fileName = exportName(organization, metric, filters)
    const begin = () => runInPieces(member, still, () => exportRows(organization, metric, filters, now))
    return csvResponse(request, { member, fileName, begin })
  })(request)
}
