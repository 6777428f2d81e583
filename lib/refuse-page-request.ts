import type { IncomingMessage } from 'node:http'
import { AppError } from '@/lib/errors'
import { foreignForm, hostOf, isOwnOrigin } from '@/lib/own-origin'

/** Routes answer for themselves; everything else is a page or a file. */
const route = /^\/(api|mcp)(\/|\?|$)/

/** No page has a dot in the first part of its address. */
const file = /^\/(_next\/|[^/?]*\.)/

/** What Next calls the actions of a build. */
const actionId = /^[0-9a-f]{42}$/

const multipart = /^multipart\/form-data\b/i

/**
 * Why Next is not given a request, all of whose `body` has arrived; null when it is. What Next cannot read or does not
 * expect, it answers with 500 and writes into the log.
 */
export async function refusePageRequest(request: IncomingMessage, body: Buffer): Promise<AppError | null> {
  const { url = '/', method = 'GET', headers } = request
  // A proxy forwards a path alone; Next takes anything else for an address of its own to parse.
  if (!url.startsWith('/')) return new AppError('invalid', 'The address does not begin with /')
  if (!isDecodable(url)) return new AppError('invalid', 'The address has a % without two hexadecimal digits after it')
  if (method === 'TRACE') return methodNotAllowed('GET, HEAD, POST')
  if (route.test(url) || method === 'GET' || method === 'HEAD') return null
  if (isForFile(request)) return methodNotAllowed('GET, HEAD')
  if (method !== 'POST') return methodNotAllowed('GET, HEAD, POST')
  if (!isOfThisServer(request)) return foreignForm()
  const action = headers['next-action']
  if (action !== undefined && !actionId.test(String(action))) {
    return new AppError('not_found', 'There is nothing at this address')
  }
  if (isPageForm(request) && !(await isReadable(request, body)))
    return new AppError('invalid', 'The form is incomplete')
  return null
}

/** Whether a request is for a file that Next sends as it is. */
export function isForFile({ url = '/' }: IncomingMessage): boolean {
  return file.test(url)
}

/** Whether a request is a form that a page sends to an action. */
export function isPageForm({ url = '/', method, headers }: IncomingMessage): boolean {
  const isForm = headers['next-action'] !== undefined || multipart.test(headers['content-type'] ?? '')
  return method === 'POST' && !route.test(url) && isForm
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

/**
 * Whether a form comes from the public address, or from the one that its page was opened at: an action refuses the
 * latter itself, and says so in the form. Other sites cannot choose these headers.
 */
function isOfThisServer({ headers }: IncomingMessage): boolean {
  const forwarded = [headers['x-forwarded-host']].flat()[0]?.split(',', 1)[0]?.trim()
  const host = hostOf(headers.origin)
  return isOwnOrigin(headers.origin) || (host !== null && [headers.host, forwarded].includes(host))
}

/** Forms come in parts; React sends one without any field as JSON. */
async function isReadable({ headers }: IncomingMessage, body: Buffer): Promise<boolean> {
  const type = headers['content-type'] ?? ''
  const form = new Response(new Uint8Array(body), { headers: { 'Content-Type': type } })
  const read: Promise<unknown> = multipart.test(type) ? form.formData() : form.json()
  return read.then(
    () => true,
    () => false,
  )
}

function methodNotAllowed(allowed: string): AppError {
  return new AppError('method_not_allowed', `Use ${allowed.replaceAll(', ', ' or ')}`, { Allow: allowed })
}
