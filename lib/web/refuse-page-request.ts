import type { IncomingMessage } from 'node:http'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state'
import { AppError } from '@/lib/core/errors'
import { foreignForm, hostOf, isOwnOrigin } from '@/lib/http/own-origin'
import { multipart } from '@/lib/web/readable-form'

/** Routes answer for themselves; everything else is a page or a file. */
const routes = [
  /^\/api\/(?:auth(?:\/[\w-]+)+|github\/(?:installed|manifest(?:\/new)?)|webhooks\/(?:deployments(?:\/batch|\/services)?|github|gitlab))\/?(?:\?|$)/,
  /^\/(?:mcp|api\/(?:openapi\.json|pull-requests\/live|v1(?:\/[\w-]+)+))\/?(?:\?|$)/,
  /^\/(?:api\/health|healthz|readyz)\/?(?:\?|$)/,
  /^\/oauth\/(?:register|revoke|token)\/?(?:\?|$)/,
  /^\/\.well-known\/oauth-(?:authorization-server|protected-resource(?:\/api\/v1|\/mcp)?)\/?(?:\?|$)/,
]

/** Of no organization: Next takes what is no route there for a page of one. */
const ownAddress = /^\/(?:api|mcp|\.well-known|oauth(?!\/authorize\/?(?:\?|$)))(?:\/|\?|$)/

/** What Next shows for errors has an address too, and is answered 500 there. */
const internalPage = /^\/_(global-error|error|not-found)(\/|\?|$)/

/** No page has a dot in the first part of its address. */
const file = /^\/(_next\/|[^/?]*\.)/

/** Sent without a page around it, found or not; a page says that there is nothing at the address of any other file. */
const builtFile = /^\/_next\/static\//

/** What Next calls the actions of a build. */
const actionId = /^[0-9a-f]{42}$/

/** Of a page some ten, one within the other. Next reads them in quadratic time: those of 16 KB take it a second. */
const maxSegments = 64

/**
 * Why Next is not given a request, whatever its body; null when it is. What Next cannot read or does not expect, it
 * answers with 500 and writes into the log.
 */
export function refusePageRequest(request: IncomingMessage): AppError | null {
  const { url = '/', method = 'GET', headers } = request
  // A proxy forwards a path alone; Next takes anything else for an address of its own to parse.
  if (!url.startsWith('/')) return new AppError('invalid', 'The address does not begin with /')
  if (!isDecodable(url)) return new AppError('invalid', 'The address has a % without two hexadecimal digits after it')
  if (isNowhere(url)) return new AppError('not_found', 'There is nothing at this address')
  // Next reads it at addresses such as `/acme.rsc` without the header `rsc` too.
  if (!isRouterState(headers['next-router-state-tree']))
    return new AppError('invalid', 'The state of the router cannot be read')
  if (method === 'TRACE') return methodNotAllowed('GET, HEAD, POST')
  if (isForRoute(url) || method === 'GET' || method === 'HEAD') return null
  if (isForFile(request)) return methodNotAllowed('GET, HEAD')
  if (method !== 'POST') return methodNotAllowed('GET, HEAD, POST')
  if (!isOfThisServer(request)) return foreignForm()
  const action = headers['next-action']
  if (action !== undefined && !actionId.test(String(action))) {
    return new AppError('not_found', 'There is nothing at this address')
  }
  return null
}

function isForRoute(url: string): boolean {
  return routes.some((route) => route.test(url))
}

function isNowhere(url: string): boolean {
  return internalPage.test(url) || (ownAddress.test(url) && !isForRoute(url))
}

/** Whether a request is for a file that Next sends as it is. */
export function isForFile({ url = '/' }: IncomingMessage): boolean {
  return file.test(url)
}

/** Whether Next may draw a page to answer a request. */
export function isForPage({ url = '/' }: IncomingMessage): boolean {
  return !isForRoute(url) && !builtFile.test(url)
}

/** Whether a request is a form that a page sends to an action. */
export function isPageForm({ url = '/', method, headers }: IncomingMessage): boolean {
  const isForm = headers['next-action'] !== undefined || multipart.test(headers['content-type'] ?? '')
  return method === 'POST' && !isForRoute(url) && isForm
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** What a page says of itself when it requests another; the first time it says nothing. */
function isRouterState(header: string | string[] | undefined): boolean {
  try {
    if (decodeURIComponent(String(header)).split('[').length > maxSegments) return false
    parseAndValidateFlightRouterState(header)
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

function methodNotAllowed(allowed: string): AppError {
  return new AppError('method_not_allowed', `Use ${allowed.replaceAll(', ', ' or ')}`, { Allow: allowed })
}
