import { isJson } from '@/lib/core/is-json'
import { type OutgoingCall, outgoingClient } from '@/lib/http/outgoing/client'

/**
 * What Octokit calls a GitHub by. An answer that is no JSON is given to it as text, whatever the host says that it is:
 * Octokit looks for large integers with a pattern that takes quadratic time where a text does not end.
 */
export function octokitFetch(options: Parameters<typeof outgoingClient>[0]): OutgoingCall {
  const call = outgoingClient(options)
  return async (url, request) => {
    const answer = await call(url, request)
    if (!isJson(await answer.clone().text())) answer.headers.set('content-type', 'text/plain')
    return answer
  }
}
