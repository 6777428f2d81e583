import { requireMember } from '@/lib/auth/require-member'
import { readHistory } from '@/lib/deployments/read-history'
import { versionResponse } from '@/lib/deployments/version'
import { route } from '@/lib/http'
import { runReport } from '@/lib/reports/run-report'

type Context = { params: Promise<{ org: string }> }

/** Whether a page of the history is still of the version that `If-None-Match` names. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return route(async () => {
    const member = await requireMember((await params).org)
    const { organization } = member
    const { version } = await runReport(member, () => readHistory(organization.id, new URL(request.url).searchParams))
    return versionResponse(request, version)
  })(request)
}
