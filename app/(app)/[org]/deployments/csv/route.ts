import { requireMember } from '@/lib/auth/require-member'
import { csvResponse } from '@/lib/csv-response'
import { exportDeployments } from '@/lib/deployments/export-csv'
import { parseDeploymentFilters } from '@/lib/deployments/filters'
import { AppError } from '@/lib/errors'
import { route } from '@/lib/http'

type Context = { params: Promise<{ org: string }> }

/** All deployments that the filters of the query string mean, as a file. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return route(async () => {
    const { organization } = await requireMember((await params).org)
    const { filters, problems } = parseDeploymentFilters(new URL(request.url).searchParams)
    const [problem] = problems
    if (problem) throw new AppError('invalid', `${problem.name} ${problem.message}`)
    return csvResponse(`${organization.slug}-deployments.csv`, exportDeployments(organization.id, filters))
  })(request)
}
