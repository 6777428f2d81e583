import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { withPlainScripts } from '@/lib/http/rate-limit/redis-commands'

/** What stands behind the stub. A command that Redis refuses rejects with its error text. */
export type RedisCommands = {
  run: (command: string[]) => Promise<unknown>
  transaction: (commands: string[][]) => Promise<unknown[]>
}

/**
 * `slow` answers late but right, `refused` closes the port, `hang` never answers, `garbage` sends half a JSON text,
 * `reset` breaks off in the middle of an answer, `drop` before one, `endless` never ends one, and `redirect` sends elsewhere.
 */
export type StubMode = 'well' | 'slow' | 'refused' | Trouble
type Trouble = 'hang' | '401' | '500' | 'html' | 'garbage' | 'reset' | 'drop' | 'endless' | 'redirect'

export type UpstashStub = {
  url: string
  token: string
  /** Every HTTP request that arrived, in order. */
  requests: IncomingMessage[]
  setMode: (mode: StubMode) => Promise<void>
  stop: () => Promise<void>
}

const slowMilliseconds = 50

/** Serves Upstash's REST protocol on a free loopback port. Source: https://upstash.com/docs/redis/features/restapi */
export async function startUpstashStub(redis: RedisCommands): Promise<UpstashStub> {
  const token = 'stub-token'
  const requests: IncomingMessage[] = []
  let mode: StubMode = 'well'
  const server = createServer(async (request, response) => {
    requests.push(request)
    if (mode === 'slow') await delay(slowMilliseconds)
    if (mode !== 'well' && mode !== 'slow' && mode !== 'refused') return misbehave[mode](response)
    if (request.headers.authorization !== `Bearer ${token}`) return misbehave[401](response)
    await serve(redis, request).then(
      (body) => send(response, 200, body),
      (error) => send(response, 400, failure(error)),
    )
  })
  const listen = async (port: number) => {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('No port')
    return address.port
  }
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const port = await listen(0)
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    requests,
    setMode: async (next) => {
      mode = next
      if (mode === 'refused' && server.listening) await close()
      if (mode !== 'refused' && !server.listening) await listen(port)
    },
    stop: async () => {
      if (server.listening) await close()
    },
  }
}

async function serve(redis: RedisCommands, request: IncomingMessage): Promise<unknown> {
  const body: unknown = JSON.parse(await text(request))
  const encode = request.headers['upstash-encoding'] === 'base64' ? toBase64 : (value: unknown) => value
  const success = (result: unknown) => ({ result: encode(result) })
  if (request.url === '/multi-exec') return (await redis.transaction(readCommands(body))).map(success)
  if (request.url === '/pipeline') {
    return Promise.all(readCommands(body).map((command) => redis.run(command).then(success, failure)))
  }
  return success(await redis.run(readCommand(body)))
}

const misbehave: Record<Trouble, (response: ServerResponse) => void> = {
  hang: () => undefined,
  401: (response) => send(response, 401, { error: 'Unauthorized' }),
  500: (response) => send(response, 500, { error: 'Internal Server Error' }),
  html: (response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Sign in</title>'),
  garbage: (response) => response.setHeader('Content-Type', 'application/json').end('{"result":[29'),
  reset: (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' })
    response.write('{"result":', () => response.socket?.resetAndDestroy())
  },
  drop: (response) => response.socket?.destroy(),
  endless: (response) => {
    const more = () => response.write('[1],'.repeat(4_096), (error) => !error && more())
    more()
  },
  redirect: (response) => response.writeHead(307, { Location: '/elsewhere' }).end(),
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function toBase64(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toBase64)
  return typeof value === 'string' && value !== 'OK' ? Buffer.from(value).toString('base64') : value
}

function readCommand(body: unknown): string[] {
  if (!Array.isArray(body)) throw new Error('A command is an array')
  return body.map(String)
}

function readCommands(body: unknown): string[][] {
  if (!Array.isArray(body)) throw new Error('Commands are an array of arrays')
  return body.map(readCommand)
}

function failure(error: unknown): { error: string } {
  return { error: error instanceof Error ? error.message : String(error) }
}

/** A real Redis server to put behind the stub. */
export async function connectRedis(url: string): Promise<RedisCommands & { close: () => Promise<void> }> {
  const client = createClient({ url, RESP: 2 })
  client.on('error', () => undefined)
  await client.connect()
  return {
    run: withPlainScripts((command) => client.sendCommand(command)),
    transaction: (commands) => commands.reduce((multi, command) => multi.addCommand(command), client.multi()).exec(),
    close: () => client.close(),
  }
}
