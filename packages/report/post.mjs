import { setTimeout as wait } from 'node:timers/promises'
import { withoutControls } from './event.mjs'

const maxAnswerBytes = 65_536
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

/**
 * Posts one event until it is answered, as often as there is time.
 * @param {{ url: string, token: string, body: string, deadline: number }} call
 * @returns {Promise<{ recorded: boolean, words: string }>} what became of it
 */
export async function post({ url, token, body, deadline }) {
  let target = `${url}/api/webhooks/deployments`
  let redirects = 0
  let pauseMs = 1000
  let words = 'there was no time left'
  for (let leftMs = deadline - Date.now(); leftMs >= minCallMs; leftMs = deadline - Date.now()) {
    const answer = await request(target, { token, timeoutMs: Math.min(leftMs, 10_000), body })
    const requestId = answer.header('x-request-id')
    const isDone = answer.status === 200 || answer.status === 201
    if (isDone && answer.text !== '' && !answer.text.includes('"deploymentId"')) {
      return { recorded: false, words: 'what answered is not Leadline: check LEADLINE_URL' }
    }
    if (isDone) {
      return { recorded: true, words: `${linked(answer)} (request ${requestId})` }
    }
    words = `${reasonOf(answer)}${requestId && ` (request ${requestId})`}`
    const redirected = redirects < maxRedirects && redirectOf(answer, target)
    if (redirected) {
      target = redirected
      redirects += 1
      continue
    }
    if (!mayPass(answer)) break
    pauseMs = Math.max(pauseMs, retryAfterMs(answer))
    if (Date.now() + pauseMs >= deadline) break
    await wait(pauseMs)
    pauseMs *= 2
  }
  return { recorded: false, words }
}

/** @param {Answer} answer */
function isRedirect({ status }) {
  return [301, 302, 303, 307, 308].includes(status)
}

/** @param {Answer} answer */
function mayPass({ status }) {
  return [0, 408, 425, 429, 502, 503, 504].includes(status)
}

/** @param {Answer} answer */
function retryAfterMs(answer) {
  const seconds = answer.header('retry-after')
  return /^[0-9]{1,4}$/.test(seconds) ? Number(seconds) * 1000 : 0
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

/** @param {Answer} answer @returns {{ error?: unknown, linkedPRs?: unknown, value?: unknown }} */
function fieldsOf({ text }) {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
