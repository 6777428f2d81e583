import { requireMember } from '@/lib/auth/require-member'
import { getDeploymentById } from '@/lib/deployments/get'
import { versionOf, versionResponse } from '@/lib/deployments/version'
import { route } from '@/lib/http'

type Context = { params: Promise<{ org: string; id: string }> }

export function GET(request: Request, { params }: Context): Promise<Response> {
  return route(async () => {
    const { org, id } = await params
    const { organization } = await requireMember(org)
    return versionResponse(request, versionOf(await getDeploymentById(organization.id, Number(id))))
  })(request)
}
