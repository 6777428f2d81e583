import { type Member, requireMember } from '@/lib/accounts/auth/require-member'
import { route } from '@/lib/http/http'
import { versionResponse } from '@/lib/http/version'
import { runReport } from '@/lib/web/run-report'

type Read<Params> = (member: Member, params: Params, query: URLSearchParams) => Promise<string>

/**
 * Answers whether a page of an organization is still of the version that `If-None-Match` names. Takes turns as pages do;
 * one that is refused is repeated a little later.
 */
export function versionRoute<Params extends { org: string }>(read: Read<Params>) {
  return (request: Request, context: { params: Promise<Params> }): Promise<Response> =>
    route(async () => {
      const params = await context.params
      const member = await requireMember(params.org)
      const query = new URL(request.url).searchParams
      return versionResponse(request, await runReport(member, () => read(member, params, query)))
    })(request)
}
