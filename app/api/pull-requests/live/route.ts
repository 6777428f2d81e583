import { authenticate } from '@/lib/api-keys/authenticate'
import { databaseBudget } from '@/lib/database-budget'
import { methodNotAllowed, route } from '@/lib/http'
import { findLive } from '@/lib/pull-requests/find-live'
import { parseLiveQuestion } from '@/lib/pull-requests/live-question'
import { enforceReadLimit } from '@/lib/rate-limit/limit-read'

export const dynamic = 'force-dynamic'

export const GET = route(async (request) => {
  const withinBudget = databaseBudget()
  const { organizationId, apiKeyId } = await withinBudget(() => authenticate(request, 'read'))
  const headers = await enforceReadLimit(apiKeyId)
  const { repository, number } = parseLiveQuestion(new URL(request.url).searchParams)
  return Response.json(await withinBudget(() => findLive(organizationId, repository, number)), { headers })
})

const refuse = methodNotAllowed('GET', 'HEAD')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
