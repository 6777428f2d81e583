import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { findClaimantsBy } from '@/lib/core/current-claimant'
import type { Claimant } from '@/lib/core/round-robin'

/**
 * Pages of the App Router cannot set the status of their answer. The response of Node that it is written to can, until
 * the head is sent: `watchRequests` ties it to everything that runs for its request, and Next keeps the status that it
 * finds there. Held weakly, because what a request leaves behind, such as a pooled connection, keeps its context.
 */
type Context = AsyncLocalStorage<WeakRef<ServerResponse>>

/** Of the process: the instrumentation and each page have this file for themselves. */
const holder = globalThis as {
  leadlineRequestContext?: Context
  leadlineActionsBegun?: WeakSet<ServerResponse>
  leadlineHostsAwaited?: WeakSet<ServerResponse>
  leadlineClaimants?: WeakMap<ServerResponse, () => Claimant>
}

/** Ties what runs for a request to its response, for all servers of this process, from the first call on. */
export function watchRequests(): void {
  const context = requestContext()
  findClaimantsBy(() => {
    const response = currentResponse()
    return (response && holder.leadlineClaimants?.get(response)?.()) ?? null
  })
  subscribe('http.server.request.start', (message) => {
    context.enterWith(new WeakRef((message as { response: ServerResponse }).response))
  })
  // Next passes a form whose action another page has on to that page, in a request of this process to itself.
  subscribe('undici:request:create', (message) => {
    if ((message as { request: { headers: string[] } }).request.headers.includes('x-action-forwarded'))
      noteActionBegun()
  })
}

/** Ties what `work` begins to a response, for servers whose requests are not watched. */
export function forResponse<T>(response: ServerResponse, work: () => T): T {
  return requestContext().run(new WeakRef(response), work)
}

/**
 * Gives the answer to the current request a status and headers, whatever is rendered into it. To be called by a page or
 * layout outside of any Suspense boundary. A browser that moves on within the site loads the whole page when its status
 * is an error, and gets it again. False when there is no request, or its head has been sent already.
 */
export function refuseWith(status: number, headers: Readonly<Record<string, string>> = {}): boolean {
  const response = currentResponse()
  if (!response || response.headersSent) return false
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  return true
}

/** What ends the answer to the current request, with its connection, at a later moment. */
export function endAnswer(): () => void {
  const response = requestContext().getStore()
  return () => void response?.deref()?.destroy()
}

/** The current request as Node has it; null outside of one. */
export function currentRequest(): IncomingMessage | null {
  return currentResponse()?.req ?? null
}

/** What the current request is answered with; null outside of one. */
export function currentResponse(): ServerResponse | null {
  return requestContext().getStore()?.deref() ?? null
}

/** Notes for whom what runs for an answer runs, as `find` says each time that it is asked. */
export function noteClaimant(response: ServerResponse, find: () => Claimant): void {
  holder.leadlineClaimants ??= new WeakMap()
  holder.leadlineClaimants.set(response, find)
}

/** Notes that the form of the current request was understood, and its action runs. */
export function noteActionBegun(): void {
  const response = currentResponse()
  holder.leadlineActionsBegun ??= new WeakSet()
  if (response) holder.leadlineActionsBegun.add(response)
}

/** Whether an action has run for the request that this answers. */
export function hasActionBegun(response: ServerResponse): boolean {
  return holder.leadlineActionsBegun?.has(response) ?? false
}

/** Notes that the current request waits for a host, which may take seconds and costs this process nothing. */
export function noteHostAwaited(): void {
  const response = currentResponse()
  holder.leadlineHostsAwaited ??= new WeakSet()
  if (response) holder.leadlineHostsAwaited.add(response)
}

/** Whether the request that this answers has waited for a host. */
export function isHostAwaited(response: ServerResponse): boolean {
  return holder.leadlineHostsAwaited?.has(response) ?? false
}

function requestContext(): Context {
  holder.leadlineRequestContext ??= new AsyncLocalStorage()
  return holder.leadlineRequestContext
}
