import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import * as batch from '@/app/api/webhooks/deployments/batch/route'
import * as deployments from '@/app/api/webhooks/deployments/route'
import * as services from '@/app/api/webhooks/deployments/services/route'
import * as alive from '@/app/healthz/route'
import * as ready from '@/app/readyz/route'
import { looksLikeToken } from '@/lib/accounts/trusted-pipelines/token'
import { bearerOf } from '@/lib/core/checked-token'
import { AppError } from '@/lib/core/errors'
import { traced } from '@/lib/core/traced'
import { endConnections, watchConnections } from '@/lib/http/end-connections'
import { route } from '@/lib/http/http'
import { forResponse } from '@/lib/http/request-context'
import { boundConnections } from '@/lib/web/bound-connections'
import { endSlowAnswers } from '@/lib/web/end-slow-answers'
import { guardBodies } from '@/lib/web/front-door'
import { dataHeaders } from '@/lib/web/refuse-request'
import { type Address, urlOf } from './address'

type Answer = (request: Request) => Promise<Response>

/** How long a server that was told to stop goes on with the answers that it has begun. */
const answerGraceMs = 10_000

const routes: Record<string, { methods: Record<string, Answer>; refuse: Answer }> = {
  '/api/webhooks/deployments': { methods: { POST: deployments.POST }, refuse: deployments.GET },
  '/api/webhooks/deployments/batch': { methods: { POST: batch.POST }, refuse: batch.GET },
  '/api/webhooks/deployments/services': {
    methods: { GET: services.GET, POST: services.POST },
    refuse: services.PUT,
  },
  '/healthz': { methods: { GET: alive.GET, HEAD: alive.GET }, refuse: alive.POST },
  '/api/health': { methods: { GET: ready.GET, HEAD: ready.GET }, refuse: ready.POST },
  '/readyz': { methods: { GET: ready.GET, HEAD: ready.GET }, refuse: ready.POST },
}

const refuseAddress = route(() => {
  throw new AppError('not_found', 'There is nothing at this address')
})

const refuseUnreadable = route(() => {
  throw new AppError('invalid', 'The address or the Host header cannot be read')
})

/**
 * Serves the webhook and the health of this process without Next, behind the same front door. Resolves once it listens;
 * `close` resolves when every answer that has begun is sent, or after ten seconds.
 */
export async function listenForEvents({ host, port }: Address): Promise<{ url: string; close: () => Promise<void> }> {
  boundConnections()
  watchConnections()
  endSlowAnswers()
  guardBodies({ enter: async (request, response, handle) => handle(request, response) })
  const listener = getRequestListener(answer, {
    // The front door throws away what arrives after an answer, for longer.
    autoCleanupIncoming: false,
    errorHandler: () => refuseUnreadable(new Request('http://localhost')),
  })
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(dataHeaders)) response.setHeader(name, value)
    const pass = () => void listener(request, response)
    if (asksIssuer(request)) forResponse(response, pass)
    else pass()
  })
  server.listen(port, host)
  await once(server, 'listening')
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    endConnections(answerGraceMs)
    await closed
  }
  return { url: urlOf({ host, port }), close }
}

function answer(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/\/$/, '')
  const found = routes[path]
  if (!found) return refuseAddress(request)
  const handle = found.methods[request.method] ?? found.refuse
  return traced(`${request.method} ${path}`, () => handle(request))
}

/**
 * Whether an issuer may be asked for its keys, in the turn of the address that sends a token. In Node 20 whatever is
 * tied to its request makes every promise of the process dearer, so that events with API keys do without.
 */
function asksIssuer({ headers }: IncomingMessage): boolean {
  return looksLikeToken(bearerOf(headers.authorization ?? null) ?? '')
}
