import { requireMember } from '@/lib/auth/require-member'
import { csvResponse } from '@/lib/csv-response'
import { AppError } from '@/lib/errors'
import { route } from '@/lib/http'
import { parseMetricFilters } from '@/lib/reports/filters'
import { exportRows } from '@/lib/reports/rows/export-rows'

type Context = { params: Promise<{ org: string; metric: string }> }

/** All rows behind a number, for the filters of the query string, as a file. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return route(async () => {
    const { org, metric } = await params
    const { organization } = await requireMember(org)
    const now = new Date()
    const { filters, problems } = parseMetricFilters(new URL(request.url).searchParams, organization.timeZone, now)
    const [problem] = problems
    if (problem) throw new AppError('invalid', `${problem.name} ${problem.message}`)
    const { fileName, pieces } = await exportRows(organization, metric, filters, now)
    return csvResponse(fileName, pieces)
  })(request)
}
