import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isUnguarded } from '@/lib/web/front-door'

/** Of an address, what follows its path is shown to nobody: links to set up and to sign in have tokens there. */
const secretPath = /\/invite\/[^/]+/

/** As routes read it: `/%69nvite/…` is an invitation, too. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const maxPathLength = 300

/** What may be logged of an address. */
export function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1)
  const plain = decoded(path)
  return (secretPath.test(plain) ? plain.replace(secretPath, '/invite/***') : path).slice(0, maxPathLength)
}

/** `status` is null where the client did not wait for the end of the answer. */
export type Answer = { request: IncomingMessage; response: ServerResponse; status: number | null; seconds: number }

/** Tells of every answer of this process, once it has ended, from now on; not of those to the operator alone. */
export function observeAnswers(observe: (answer: Answer) => void): void {
  subscribe('http.server.request.start', (message) => {
    const { server, request, response } = message as Pick<Answer, 'request' | 'response'> & { server: Server }
    if (isUnguarded(server)) return
    const began = performance.now()
    // Next and the doors before it take all that Node allows without a warning.
    response.setMaxListeners(response.getMaxListeners() + 1)
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : null
      observe({ request, response, status, seconds: (performance.now() - began) / 1000 })
    })
  })
}
