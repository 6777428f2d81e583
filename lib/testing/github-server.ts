import { createHash, createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Arguments } from './github-graphql'
import { findNode, type StandInRepository } from './github-world'

/** What goes wrong with an answer. `limit` says when the limit ends, in seconds from now. */
export type GithubFault =
  | { status: 429; limit: number }
  | { status: 403; limit: number }
  | { status: 403 | 401 | 404 | 502 }
  | { graphqlLimit: number }
  | { cutOff: true }
  | { padding: number }
  | { brokenOff: true }
  | { after: Promise<unknown> }
  | { items: 'twice' | 'reversed' }

/** A request that arrived: `pull requests`, `commits`, `files`, `tips`, or its path. */
export type GithubRequest = { kind: string; path: string; variables: Arguments; status: number }

export type GithubServer = {
  /** Web address, as one of GitHub Enterprise Server. */
  url: string
  token: string
  repositories: StandInRepository[]
  requests: GithubRequest[]
  /** Pages of GraphQL hold no more items, whatever is requested. */
  maxPerPage: number
  /** Called before each answer: it may change the repositories, or say what goes wrong. */
  onRequest: (request: GithubRequest) => GithubFault | undefined
  stop: () => Promise<void>
}

/** A GitHub App that the server knows: its public key proves the sender. */
export type StandInApp = { appId: string; installationId: string; publicKey: string; account: string }

/** Serves what readers of GitHub request, on a free loopback port, from repositories of real git histories. */
export async function startGithubServer(repositories: StandInRepository[], app?: StandInApp): Promise<GithubServer> {
  const world: Omit<GithubServer, 'url' | 'stop'> = {
    token: 'github_pat_stand_in',
    repositories,
    requests: [],
    maxPerPage: 100,
    onRequest: () => undefined,
  }
  const server = createServer((request, response) => {
    void serve(world, app, request, response).catch((error) => send(response, 500, { message: String(error) }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const stop = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return Object.assign(world, { url: `http://127.0.0.1:${address.port}`, stop })
}

type World = Omit<GithubServer, 'url' | 'stop'>

type GraphqlBody = { query: string; variables: Arguments }

async function serve(
  world: World,
  app: StandInApp | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://stand-in')
  const path = url.pathname.replace(/^\/api(\/v3)?/, '')
  const body = path === '/graphql' ? JSON.parse(await text(request)) : { variables: {} }
  const seen: GithubRequest = {
    kind: kindOf(path, body.query),
    path: path + url.search,
    variables: body.variables,
    status: 0,
  }
  world.requests.push(seen)
  const fault = world.onRequest(seen)
  response.on('finish', () => {
    seen.status = response.statusCode
  })
  if (fault && 'after' in fault) await fault.after
  if (fault && 'status' in fault) return refuse(response, fault)
  if (app && path.startsWith('/app/')) return serveApp(world, app, request, response, path)
  const credential = request.headers.authorization?.split(' ')[1]
  if (credential !== world.token) return send(response, 401, { message: 'Bad credentials' })
  if (fault && 'graphqlLimit' in fault) return refuseInGraphql(response, fault.graphqlLimit)
  const answer = path === '/graphql' ? await graphql(world, body) : rest(world, path, url.searchParams)
  if (answer === null) return send(response, 404, { message: 'Not Found' })
  deliver(request, response, answer, fault)
}

function kindOf(path: string, query: string | undefined): string {
  if (query === undefined) return /\/(branches|tags)$/.test(path) ? 'tips' : path
  if (query.includes('history(')) return 'commits'
  if (query.includes('last:')) return 'latest'
  return query.includes('pullRequests(') ? 'pull requests' : query.includes('pullRequest(') ? 'pull request' : 'files'
}

/** Only tests that use GraphQL pay for the schema. */
async function graphql({ repositories, maxPerPage }: World, { query, variables }: GraphqlBody): Promise<unknown> {
  const { answerGraphql } = await import('./github-graphql')
  const { first } = variables
  const size = first && !query.includes('files(first: $first') ? Math.min(Number(first), maxPerPage) : first
  const node = ({ id }: Arguments) => findNode(repositories, id)
  const answer = answerGraphql(query, { ...variables, first: size }, { node })
  if (answer.errors || answer.data?.node) return answer
  return { ...answer, errors: [{ type: 'NOT_FOUND', message: 'Could not resolve to a node' }] }
}

function rest({ repositories }: World, path: string, search: URLSearchParams): unknown {
  if (path === '/user') return { login: 'ada' }
  const page = paging(search)
  const all = repositories.map(toRest)
  if (path === '/user/repos') return page(all)
  if (path === '/installation/repositories') return { total_count: all.length, repositories: page(all) }
  const [, byName, byId, list] =
    /^\/(?:repos\/([^/]+\/[^/]+)|repositories\/(\d+))(?:\/(branches|tags))?$/.exec(path) ?? []
  const found = repositories.find(({ id, fullName }) => (byId ? id === Number(byId) : fullName === byName))
  if (!found) return null
  return list ? page(refsOf(found, list === 'tags' ? 'refs/tags' : 'refs/heads')) : toRest(found)
}

function paging(search: URLSearchParams) {
  const size = Number(search.get('per_page') ?? 30)
  const start = (Number(search.get('page') ?? 1) - 1) * size
  return <Item>(items: readonly Item[]) => items.slice(start, start + size)
}

function toRest({ id, fullName, defaultBranch }: StandInRepository) {
  return {
    id,
    node_id: `R_${id}`,
    full_name: fullName,
    default_branch: defaultBranch,
    html_url: `https://github.example/${fullName}`,
  }
}

function refsOf({ git }: StandInRepository, prefix: string) {
  const format = '--format=%(refname:lstrip=2) %(objectname) %(*objectname)'
  const lines = git.git('for-each-ref', format, prefix).split('\n').filter(Boolean)
  return lines.map((line) => {
    const [name, sha, peeled] = line.split(' ')
    return { name, commit: { sha: peeled || sha } }
  })
}

function deliver(request: IncomingMessage, response: ServerResponse, answer: unknown, fault?: GithubFault): void {
  const body = JSON.stringify(fault && 'items' in fault ? disturb(answer, fault.items) : answer)
  const etag = `"${createHash('sha1').update(body).digest('hex')}"`
  response.setHeader('Content-Type', 'application/json; charset=utf-8').setHeader('ETag', etag)
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
  if (fault && 'cutOff' in fault) return void response.end(body.slice(0, body.length / 2))
  if (fault && 'brokenOff' in fault) {
    response.setHeader('Content-Length', String(body.length))
    response.write(body.slice(0, body.length / 2), () => response.socket?.resetAndDestroy())
    return
  }
  response.end(fault && 'padding' in fault ? body + ' '.repeat(fault.padding) : body)
}

/** Every list of nodes twice, or the other way round. */
function disturb(value: unknown, how: 'twice' | 'reversed'): unknown {
  if (Array.isArray(value)) return how === 'twice' ? [...value, ...value] : [...value].reverse()
  if (typeof value !== 'object' || value === null) return value
  const isPage = 'nodes' in value && 'pageInfo' in value
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      Array.isArray(child) === (isPage && name === 'nodes') ? disturb(child, how) : child,
    ]),
  )
}

function refuse(response: ServerResponse, fault: Extract<GithubFault, { status: number }>): void {
  const isLimit = 'limit' in fault
  if (isLimit) response.setHeader('Retry-After', String(fault.limit))
  const message = isLimit ? 'You have exceeded a secondary rate limit.' : 'Not accessible, or not there'
  send(response, fault.status, { message })
}

function refuseInGraphql(response: ServerResponse, seconds: number): void {
  response.setHeader('x-ratelimit-remaining', '0')
  response.setHeader('x-ratelimit-reset', String(Math.ceil(Date.now() / 1000) + seconds))
  send(response, 200, { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] })
}

function serveApp({ token }: World, app: StandInApp, request: IncomingMessage, response: ServerResponse, path: string) {
  if (!provesApp(app, request.headers.authorization)) return send(response, 401, { message: 'A JSON web token is bad' })
  if (path === `/app/installations/${app.installationId}`)
    return send(response, 200, { account: { login: app.account } })
  if (path !== `/app/installations/${app.installationId}/access_tokens`)
    return send(response, 404, { message: 'Not Found' })
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  send(response, 201, { token, expires_at, permissions: {}, repository_selection: 'all' })
}

function provesApp({ appId, publicKey }: StandInApp, authorization = ''): boolean {
  const [head = '', payload = '', signature = ''] = (authorization.split(' ')[1] ?? '').split('.')
  if (payload === '') return false
  const { iss } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  const signed = Buffer.from(`${head}.${payload}`)
  return (
    String(iss) === appId && verify('sha256', signed, createPublicKey(publicKey), Buffer.from(signature, 'base64url'))
  )
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
