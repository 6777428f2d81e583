import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { addressOf } from '@/lib/http/rate-limit/client-address'
import { observeAnswers } from '@/lib/monitoring/answers'

/** Of an address, what follows its path is never logged: links to set up and to sign in have tokens there. */
const secretPath = /^\/invite\/[^/]+/

const maxPathLength = 300

/** Logs each answer from now on when `ACCESS_LOG` is on. To be called once in a process. */
export function logAccess(): void {
  if (env().ACCESS_LOG === 'off') return
  observeAnswers(({ request, response, status, seconds }) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    log.info('request', {
      method: request.method,
      path: path.slice(0, maxPathLength).replace(secretPath, '/invite/***'),
      status: status ?? 'aborted',
      milliseconds: Math.round(seconds * 1000),
      address: addressOf(request),
      requestId: [response.getHeader('x-request-id')].flat()[0],
    })
  })
}
