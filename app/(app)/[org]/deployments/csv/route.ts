import { sessionToken } from '@/lib/accounts/auth/current-user'
import { requireMember } from '@/lib/accounts/auth/require-member'
import { stillMember } from '@/lib/accounts/auth/still-member'
import { refuseProblems } from '@/lib/core/query-filters'
import { exportDeployments } from '@/lib/deployments/export-csv'
import { parseHistoryFilters } from '@/lib/deployments/filters'
import { route } from '@/lib/http/http'
import { csvResponse } from '@/lib/web/csv-response'
import { runInPieces } from '@/lib/web/run-report'

type Context = { params: Promise<{ org: string }> }

/** All deployments that an address of the history means, as a file. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return route(async () => {
    const member = await requireMember((await params).org)
    const { organization } = member
    const still = stillMember(member, await sessionToken())
    const { filters, problems } = parseHistoryFilters(new URL(request.url).searchParams)
    refuseProblems(problems)
    const fileName = `${organization.slug}-deployments.csv`
    const begin = () => runInPieces(member, still, async () => exportDeployments(organization.id, filters))
    return csvResponse(request, { member, fileName, begin })
  })(request)
}
