import { isJson } from '@/lib/core/is-json'
import { type OutgoingCall, outgoingClient } from '@/lib/http/outgoing/client'

/** Of an answer: fifty pull requests with a hundred long paths each have a quarter of it. */
const maxBytes = 4 * 1024 * 1024

/** What Octokit parses: it takes two to thirteen times as long as `JSON.parse`, to keep large integers. */
const maxParsedLength = 64 * 1024

/**
 * What Octokit calls a GitHub by. A long answer is given to it as text, for `parseText`; and so is one that is no JSON,
 * whatever the host says that it is: Octokit looks for large integers with a pattern that takes quadratic time where a
 * text does not end.
 */
export function octokitFetch(options: Parameters<typeof outgoingClient>[0]): OutgoingCall {
  const call = outgoingClient({ maxBytes, ...options })
  return async (url, request) => {
    const answer = await call(url, request)
    const isLong = Number(answer.headers.get('content-length')) > maxParsedLength
    if (isLong || !isJson(await answer.clone().text())) answer.headers.set('content-type', 'text/plain')
    return answer
  }
}

/** The JSON value of an answer that Octokit was given as text, or the text. */
export function parseText(data: unknown): unknown {
  if (typeof data !== 'string') return data
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}
