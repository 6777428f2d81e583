import type { KeySender } from '@/lib/accounts/api-keys/authenticate'
import { authenticateSender } from '@/lib/accounts/authenticate-sender'
import { env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import { fairQueue } from '@/lib/core/fair-queue'
import { isStorable } from '@/lib/core/storable-text'
import { databaseBudget } from '@/lib/db/database-budget'
import { reading } from '@/lib/db/reading'
import { findChanged, parseChangedPaths } from '@/lib/deployments/changed-services/find-changed'
import { listLiveServices } from '@/lib/deployments/changed-services/list-live'
import { holdingEventBytes } from '@/lib/deployments/hold-event-bytes'
import { parseInTurn } from '@/lib/deployments/parse-in-turn'
import { logRequest } from '@/lib/deployments/request-log/log-request'
import { isProduction } from '@/lib/deployments/status'
import { methodNotAllowed, route } from '@/lib/http/http'
import { enforceIngestLimit } from '@/lib/http/rate-limit/limit-ingest'
import { readBody } from '@/lib/http/read-body'
import { runForKey } from '@/lib/pull-requests/answer-live'

export const dynamic = 'force-dynamic'

/** Comparing many paths takes seconds, with pauses: of one organization one is compared at a time. */
const compareInTurn = fairQueue({
  running: { total: 2, organization: 1, person: 1 },
  waiting: { organization: 50, person: 50 },
  maxWaitMs: 5_000,
})

type Services = Awaited<ReturnType<typeof listLiveServices>>

/** The services of a repository that have paths, one a line: the commit that is live, or `-`, and the name. */
export const GET = answer(async () => async (services) => {
  return services.map(({ service, commitSha }) => `${commitSha ?? '-'} ${service}`)
})

/** Those that a deployment changes, one a line. The body has the paths that changed since what is live. */
export const POST = answer(async (request, sender, hold) => {
  const body = await readBody(request, env().WEBHOOK_MAX_BODY_BYTES, { onArrival: hold })
  const changed = await parseInTurn(sender, body.length, () => parseChangedPaths(new TextDecoder().decode(body)))
  return (services) => findChanged(services, changed)
})

type ReadQuestion = (
  request: Request,
  sender: KeySender,
  hold: (bytes: number) => void,
) => Promise<(services: Services) => Promise<string[]>>

function answer(readQuestion: ReadQuestion) {
  return route((request, requestId) =>
    logRequest(requestId, async (notes) => {
      const budget = databaseBudget()
      const sender = await authenticateSender(request, budget)
      notes.sender = sender
      const headers = { ...(await enforceIngestLimit(sender)), 'Content-Type': 'text/plain; charset=utf-8' }
      return holdingEventBytes(sender.organizationId, async (hold) => {
        const linesOf = await readQuestion(request, sender, hold)
        const asked = parseAsked(new URL(request.url).searchParams, sender.productionNames)
        const services = await runForKey(sender, () =>
          budget((time) => reading((read) => listLiveServices(read, sender.organizationId, asked), time)),
        )
        const owner = { organizationId: sender.organizationId, userId: sender.apiKeyId }
        const lines = await compareInTurn(owner, () => linesOf(services))
        return new Response(lines.map((line) => `${line}\n`).join(''), { headers })
      })
    }),
  )
}

function parseAsked(
  params: URLSearchParams,
  productionNames: readonly string[],
): { repository: string; environment: string } {
  const repository = params.get('repository')?.trim() ?? ''
  const environment = params.get('environment')?.trim() || 'production'
  if (repository === '' || repository.length > 300 || !isStorable(repository)) {
    throw new AppError('invalid', 'The parameter repository must be the name of a repository: ?repository=acme/shop')
  }
  if (!isProduction(environment, productionNames)) {
    throw new AppError(
      'invalid',
      'The parameter environment must be one of production: what is live elsewhere is not known',
    )
  }
  return { repository, environment }
}

const refuse = methodNotAllowed('GET', 'POST')

export { refuse as DELETE, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT }
