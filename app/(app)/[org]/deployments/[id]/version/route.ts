import { requireMember } from '@/lib/auth/require-member'
import { readVersion } from '@/lib/deployments/read-version'
import { versionResponse } from '@/lib/deployments/version'
import { route } from '@/lib/http'

type Context = { params: Promise<{ org: string; id: string }> }

/** Whether the page of a deployment is still of the version that `If-None-Match` names. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return route(async () => {
    const { org, id } = await params
    const { organization } = await requireMember(org)
    return versionResponse(request, await readVersion(organization.id, Number(id)))
  })(request)
}
