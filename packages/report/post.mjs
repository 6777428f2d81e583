import { setTimeout as wait } from 'node:timers/promises'
import { withoutControls } from './event.mjs'

const maxAnswerBytes = 1_048_576
const maxRedirects = 3
const minCallMs = 500

/** @typedef {{ status: number, header: (name: string) => string, text: string, complete: boolean, trouble: string }} Answer a status of 0 is none */

/**
 * Requests an address, with a body to post if there is one. Never throws.
 * @param {string} address
 * @param {{ token: string, timeoutMs: number, body?: string }} call
 * @returns {Promise<Answer>}
 */
export async function request(address, { token, timeoutMs, body }) {
  try {
    const response = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const header = (/** @type {string} */ name) => withoutControls(response.headers.get(name) ?? '').slice(0, 300)
    return { status: response.status, header, ...(await readText(response)), trouble: '' }
  } catch (error) {
    return { status: 0, header: () => '', text: '', complete: false, trouble: troubleOf(error, timeoutMs) }
  }
}

/** The beginning of an answer, and whether that is all of it: its status is said by then. @param {Response} response */
async function readText(response) {
  let bytes = Buffer.alloc(0)
  try {
    for await (const chunk of response.body ?? []) {
      bytes = Buffer.concat([bytes, chunk])
      if (bytes.length > maxAnswerBytes) return { text: bytes.toString('utf8'), complete: false }
    }
  } catch {
    return { text: '', complete: false }
  }
  return { text: bytes.toString('utf8'), complete: true }
}

/** @param {unknown} error @param {number} timeoutMs */
function troubleOf(error, timeoutMs) {
  if (!(error instanceof Error)) return ''
  if (error.name === 'TimeoutError') return ` (no answer within ${Math.round(timeoutMs / 1000)} s)`
  const { code = '', message = '' } = /** @type {{ code?: string, message?: string }} */ (error.cause ?? error)
  return ` (${withoutControls(message || code || error.message).slice(0, 200)})`
}

/**
 * A token of GitHub that says which repository this is, for the audience that Leadline shows; empty without one.
 * @param {string} audience
 * @param {NodeJS.ProcessEnv} variables
 * @param {number} timeoutMs
 */
export async function githubToken(audience, variables, timeoutMs) {
  const address = variables.ACTIONS_ID_TOKEN_REQUEST_URL
  if (!audience || !address || timeoutMs <= 0) return ''
  const token = variables.ACTIONS_ID_TOKEN_REQUEST_TOKEN ?? ''
  const { value } = fieldsOf(await request(`${address}&audience=${encodeURIComponent(audience)}`, { token, timeoutMs }))
  return typeof value === 'string' ? value : ''
}

/** @typedef {{ service: string, body: string }} Event `body` is JSON */

/** @typedef {Event & { recorded: boolean, words: string }} Outcome what became of an event */

/**
 * Posts events, several as one batch, until each is answered, as often as there is time.
 * @param {{ url: string, token: string, events: Event[], deadline: number, tell: (outcome: Outcome) => void }} call
 */
export async function post({ url, token, events, deadline, tell }) {
  const isBatch = events.length > 1
  let target = `${url}/api/webhooks/deployments${isBatch ? '/batch' : ''}`
  let redirects = 0
  let pauseMs = 1000
  let waiting = events
  let reason = 'there was no time left'
  for (let leftMs = deadline - Date.now(); leftMs >= minCallMs; leftMs = deadline - Date.now()) {
    const bodies = waiting.map(({ body }) => body).join(',\n')
    const call = { token, timeoutMs: Math.min(leftMs, 10_000), body: isBatch ? `[${bodies}]` : bodies }
    const answer = await request(target, call)
    const redirected = redirects < maxRedirects && redirectOf(answer, target)
    if (redirected) {
      target = redirected
      redirects += 1
      continue
    }
    const round = settle(answer, waiting, isBatch)
    for (const outcome of round.outcomes) tell(outcome)
    waiting = round.waiting
    reason = round.reason
    if (waiting.length === 0 || !round.mayPass) break
    pauseMs = Math.max(pauseMs, round.askedMs)
    if (Date.now() + pauseMs >= deadline) break
    await wait(pauseMs)
    pauseMs *= 2
  }
  for (const event of waiting) tell({ ...event, recorded: false, words: reason })
}

/**
 * What an answer says became of the events, which of them still wait, and why.
 * @param {Answer} answer
 * @param {Event[]} events
 * @param {boolean} isBatch
 */
function settle(answer, events, isBatch) {
  const requestId = answer.header('x-request-id')
  const whole = { outcomes: /** @type {Outcome[]} */ ([]), waiting: events, askedMs: askedMs(answer) }
  if (!isDone(answer)) {
    const reason = `${reasonOf(answer)}${requestId && ` (request ${requestId})`}`
    return { ...whole, reason, mayPass: mayPass(answer) }
  }
  const results = isBatch ? resultsOf(answer) : resultOf(answer)
  if (results.length !== events.length) {
    const isCut = isBatch && answer.text === '' && !answer.complete
    const reason = isCut ? 'its answer broke off' : 'what answered is not Leadline: check LEADLINE_URL'
    return { ...whole, reason, mayPass: isCut }
  }
  const settled = results.map((result, index) => {
    const words = isDone(result) ? linked(result) : reasonOf(result)
    const id = isBatch ? `${requestId}/${index + 1}` : requestId
    return { ...events[index], result, recorded: isDone(result), words: `${words} (request ${id})` }
  })
  const again = settled.filter(({ result }) => mayPass(result))
  return {
    outcomes: settled.filter(({ result }) => !mayPass(result)),
    waiting: again.map(({ service, body }) => ({ service, body })),
    reason: again.at(-1)?.words ?? '',
    mayPass: true,
    askedMs: Math.max(0, ...again.map(({ result }) => askedMs(result))),
  }
}

/** One event is told by the status of its answer, also where the answer breaks off. @param {Answer} answer */
function resultOf(answer) {
  return answer.text === '' || answer.text.includes('"deploymentId"') ? [answer] : []
}

/** What each event of a batch would have been answered alone. @param {Answer} answer @returns {Answer[]} */
function resultsOf(answer) {
  const { results } = fieldsOf(answer)
  if (!Array.isArray(results)) return []
  return results.map((entry) => {
    const { status, retryAfter } = Object(entry)
    return { ...answer, status: Number(status), header: () => `${retryAfter ?? ''}`, text: JSON.stringify(entry) }
  })
}

/** @param {Answer} answer */
function isDone({ status }) {
  return status === 200 || status === 201
}

/** @param {Answer} answer */
function isRedirect({ status }) {
  return [301, 302, 303, 307, 308].includes(status)
}

/** @param {Answer} answer */
function mayPass({ status }) {
  return [0, 408, 425, 429, 502, 503, 504].includes(status)
}

/** What Retry-After says; 0 for a date, and for nothing. @param {Answer} answer */
function askedMs(answer) {
  const seconds = answer.header('retry-after')
  return /^[0-9]+$/.test(seconds) ? Number(seconds) * 1000 : 0
}

/**
 * Where an answer sends to, if that is on the same host and not from https to http; undefined otherwise.
 * @param {Answer} answer
 * @param {string} target
 */
function redirectOf(answer, target) {
  if (!isRedirect(answer)) return undefined
  const location = answer.header('location')
  const next = /^\/[^/]/.test(location) ? `${/^[a-z]*:\/\/[^/]*/.exec(target)?.[0]}${location}` : location
  const isSafe = /^https?:\/\/[A-Za-z0-9:/._~%?=-]*$/.test(next)
  const isDowngrade = target.startsWith('https://') && next.startsWith('http://')
  return isSafe && !isDowngrade && hostOf(next) === hostOf(target) ? next : undefined
}

/** @param {string} address */
function hostOf(address) {
  return address
    .replace(/^[a-z]*:\/\//, '')
    .replace(/[/?#].*/, '')
    .replace(/:[0-9]*$/, '')
}

/** @param {Answer} answer */
export function reasonOf(answer) {
  if (answer.status === 0) return `it did not answer${answer.trouble}`
  if (isRedirect(answer)) {
    return `it answered ${answer.status} with another address, ${answer.header('location')}: set LEADLINE_URL`
  }
  const { error } = fieldsOf(answer)
  const reason = typeof error === 'string' ? withoutControls(error).slice(0, 300) : ''
  return `it answered ${answer.status}, ${reason || 'without a reason'}`
}

/** @param {Answer} answer */
function linked(answer) {
  const count = Number(fieldsOf(answer).linkedPRs) || 0
  if (count === 0) return ''
  return count === 1 ? ', 1 pull request' : `, ${count} pull requests`
}

/** @param {Answer} answer @returns {{ error?: unknown, linkedPRs?: unknown, value?: unknown, results?: unknown }} */
function fieldsOf({ text }) {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
