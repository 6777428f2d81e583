import { requireMember } from '@/lib/auth/require-member'
import { versionOf, versionResponse } from '@/lib/deployments/version'
import { route } from '@/lib/http'
import { readProgress } from '@/lib/repositories/read-progress'

type Context = { params: Promise<{ org: string }> }

/** Whether syncs and connections still stand as in the version that `If-None-Match` names. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return route(async () => {
    const { organization } = await requireMember((await params).org)
    return versionResponse(request, versionOf(await readProgress(organization.id)))
  })(request)
}
