import { authenticateSender } from '@/lib/accounts/authenticate-sender'
import { apiResource } from '@/lib/accounts/oauth/metadata'
import { AppError } from '@/lib/core/errors'
import { receiveIncident } from '@/lib/deployments/incidents/outside/receive'
import { methodNotAllowed, route } from '@/lib/http/http'
import { enforceIngestLimit } from '@/lib/http/rate-limit/limit-ingest'
import { readJson } from '@/lib/http/read-json'
import { answerUnlessKnown } from '@/lib/http/version'
import { authenticateCaller } from '@/lib/questions/authenticate-caller'
import { findQuestion } from '@/lib/questions/find-question'

export const dynamic = 'force-dynamic'

const noEndpoint = 'No such endpoint. See /api/openapi.json'

/** Every question of the registry that has a path under `/api/v1`. */
export const GET = route(async (request) => {
  const { caller, headers } = await authenticateCaller(request, apiResource())
  const found = findQuestion(pathOf(request))
  if (!found) throw new AppError('not_found', noEndpoint)
  const { question, named } = found
  if (question.method === 'POST') throw new AppError('method_not_allowed', 'Use POST', { Allow: 'POST' })
  const given = parametersOf(new URL(request.url).searchParams)
  for (const name of [...Object.keys(named), '__proto__']) {
    if (Object.hasOwn(given, name)) throw new AppError('invalid', 'Unknown parameter')
  }
  return answerUnlessKnown(request, await question.answer(caller, { ...given, ...named }), headers)
})

const maxBodyBytes = 16 * 1024

/** A question whose inputs are its body, which changes nothing, or an incident to record. */
export const POST = route(async (request) => {
  if (pathOf(request) === '/api/v1/incidents') return recordIncident(request)
  const found = findQuestion(pathOf(request))
  if (found && found.question.method !== 'POST')
    throw new AppError('method_not_allowed', 'Use GET', { Allow: 'GET, HEAD' })
  const { caller, headers } = await authenticateCaller(request, apiResource())
  if (!found) throw new AppError('not_found', noEndpoint)
  const answer = await found.question.answer(caller, await readJson(request, maxBodyBytes))
  return Response.json(answer, { headers })
})

async function recordIncident(request: Request): Promise<Response> {
  const sender = await authenticateSender(request)
  const limitHeaders = await enforceIngestLimit(sender)
  const { status, body, headers } = await receiveIncident(sender, await readJson(request, maxBodyBytes), new Date())
  return Response.json(body, { status, headers: { ...limitHeaders, ...headers } })
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\/$/, '')
}

/** A parameter that is blank counts as not given, as on the pages. */
function parametersOf(searchParams: URLSearchParams): Record<string, string> {
  const names = [...new Set(searchParams.keys())]
  return Object.fromEntries(
    names.flatMap((name) => {
      const [value = '', ...more] = searchParams.getAll(name)
      if (more.length > 0) throw new AppError('invalid', 'Each parameter may be given once')
      return value.trim() === '' ? [] : [[name, value]]
    }),
  )
}

const refuse = methodNotAllowed('GET', 'HEAD', 'POST')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as PUT }
