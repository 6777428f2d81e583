import { authenticate } from '@/lib/accounts/api-keys/authenticate'
import { databaseBudget } from '@/lib/db/database-budget'
import { methodNotAllowed, route } from '@/lib/http/http'
import { enforceReadLimit } from '@/lib/http/rate-limit/limit-read'
import { answerLive } from '@/lib/pull-requests/answer-live'
import { parseLiveQuestion } from '@/lib/pull-requests/live-question'

export const dynamic = 'force-dynamic'

export const GET = route(async (request) => {
  const withinBudget = databaseBudget()
  const key = await withinBudget(() => authenticate(request, 'read'))
  const headers = await enforceReadLimit({ sender: String(-key.apiKeyId), organizationId: key.organizationId })
  const question = parseLiveQuestion(new URL(request.url).searchParams)
  return Response.json(await withinBudget((time) => answerLive(key, question, time)), { headers })
})

const refuse = methodNotAllowed('GET', 'HEAD')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
