import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { answerGitlab, type GitlabAnswer, type GitlabRequest } from './gitlab-answers'
import type { GitlabProject } from './gitlab-project'

/**
 * What goes wrong with one request. `truncated` ends in the middle of a well-framed answer, `reset` of a broken one;
 * `shuffled` gives a list in another order and part of it twice.
 */
export type GitlabFault =
  | 'truncated'
  | 'reset'
  | 'html'
  | 'shuffled'
  | { status: number; headers?: Record<string, string> }

export type GitlabServer = {
  /** Its address, with the path that it is served under. */
  baseUrl: string
  token: string
  projects: GitlabProject[]
  /** Requests that arrived, in order: `GET /api/v4/user`. */
  requests: string[]
  /** Each is used up by one request. */
  faults: GitlabFault[]
  /** The largest page it serves; GitLab's is 100. */
  setPageSize: (items: number) => void
  /** Runs before each request is answered. */
  onRequest: (listener: (request: GitlabRequest) => void) => void
  stop: () => Promise<void>
}

/**
 * Serves what the reader needs of GitLab's REST and GraphQL APIs on a free loopback port, in GitLab's own ways of
 * paging: by keys for projects, branches and tags, else by numbers.
 */
export async function startGitlabServer(path = ''): Promise<GitlabServer> {
  const token = 'glpat-stand-in'
  const projects: GitlabProject[] = []
  const requests: string[] = []
  const faults: GitlabFault[] = []
  let pageSize = 100
  let listener: (request: GitlabRequest) => void = () => undefined
  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '', `http://${incoming.headers.host}`)
    const request = {
      url,
      path: url.pathname.slice(path.length),
      body: await text(incoming),
      origin: url.origin + path,
    }
    requests.push(`${incoming.method} ${request.path}`)
    listener(request)
    const fault = faults.shift()
    if (fault && typeof fault === 'object') return send(response, { ...fault, body: { message: 'fault' } })
    const known = incoming.headers.authorization === `Bearer ${token}`
    if (!known) return send(response, { status: 401, body: { message: '401 Unauthorized' } })
    if (!url.pathname.startsWith(`${path}/api/`)) return sendText(response, '<!doctype html><title>Sign in</title>')
    const answer = answerGitlab(projects, request, pageSize)
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
    if (fault) return misbehave[fault](response, JSON.stringify(answer.body))
    send(response, answer)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}${path}`,
    token,
    projects,
    requests,
    faults,
    setPageSize: (items) => {
      pageSize = items
    },
    onRequest: (next) => {
      listener = next
    },
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const misbehave: Record<Extract<GitlabFault, string>, (response: ServerResponse, body: string) => void> = {
  truncated: (response, body) => sendText(response, body.slice(0, body.length / 2)),
  html: (response) => sendText(response, '<!doctype html><title>Sign in</title>'),
  shuffled: (response, body) => {
    const items: unknown = JSON.parse(body)
    const shuffled = Array.isArray(items) ? [...items.toReversed(), ...items.slice(0, 1)] : items
    sendText(response, JSON.stringify(shuffled))
  },
  reset: (response, body) => {
    response.writeHead(200, { 'Content-Length': String(body.length + 1) })
    response.write(body, () => response.socket?.resetAndDestroy())
  },
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: GitlabAnswer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function sendText(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(body)
}
