import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { addressOf } from '@/lib/http/rate-limit/client-address'
import { observeAnswers, pathOf } from '@/lib/monitoring/answers'

/** Logs each answer from now on when `ACCESS_LOG` is on. To be called once in a process. */
export function logAccess(): void {
  if (env().ACCESS_LOG === 'off') return
  observeAnswers(({ request, response, status, seconds }) => {
    log.info('request', {
      method: request.method,
      path: pathOf(request.url ?? ''),
      status: status ?? 'aborted',
      milliseconds: Math.round(seconds * 1000),
      address: addressOf(request),
      requestId: [response.getHeader('x-request-id')].flat()[0],
    })
  })
}
