import { spawn, spawnSync } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { ensureProgram } from '@/lib/testing/ensure-program'

const folder = path.resolve(import.meta.dirname, '..')

for (const program of ['dash', 'busybox', 'curl', 'wget']) {
  const find = () => (spawnSync(program).error ? undefined : program)
  ensureProgram(find, program, `The tests of the reporter need ${program}: install it.`)
}

/** The reporter as each shell runs it, and as Node does. */
export const programs: { name: string; command: string[] }[] = [
  { name: 'dash', command: ['dash', path.join(folder, 'report.sh')] },
  { name: 'bash', command: ['bash', path.join(folder, 'report.sh')] },
  { name: 'busybox ash', command: ['busybox', 'ash', path.join(folder, 'report.sh')] },
  { name: 'Node', command: [process.execPath, path.join(folder, 'report.mjs')] },
]

export type Run = { code: number | null; stdout: string; stderr: string }

type Options = { cwd: string; env?: Record<string, string>; input?: string; stopAtOutput?: boolean }

/** Runs a program with these variables alone. `stopAtOutput` sends it TERM once it prints something. */
export function runReporter(command: string[], { cwd, env, input = '', stopAtOutput }: Options): Promise<Run> {
  const [program = '', ...args] = command
  const variables = { PATH: process.env.PATH, HOME: cwd, ...env } as unknown as NodeJS.ProcessEnv
  const child = spawn(program, args, { cwd, env: variables })
  const run: Run = { code: null, stdout: '', stderr: '' }
  child.stdout.once('data', () => stopAtOutput && child.kill('SIGTERM'))
  child.stdout.on('data', (chunk) => (run.stdout += chunk))
  child.stderr.on('data', (chunk) => (run.stderr += chunk))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...run, code }))
  })
}

export type Received = { method?: string; url?: string; authorization?: string; body: string }

type Answer = (response: ServerResponse, request: IncomingMessage, earlier: number) => void

const bodies = new WeakMap<IncomingMessage, string>()

/** A server that answers as it is told, and keeps what it got. */
export async function standIn(answer: Answer) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      received.push({ method, url, authorization: headers.authorization, body })
      bodies.set(request, body)
      answer(response, request, received.length - 1)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    events: () => received.flatMap(({ body }): Record<string, unknown>[] => JSON.parse(body)),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

const entry = { action: 'created', deploymentId: 12, linkedPRs: 3 }

/** Answers as the webhook does to new deployments, one or a batch. */
export function created(response: ServerResponse): void {
  if (bodies.get(response.req)?.startsWith('[')) answeredEach(response, () => ({ status: 201, ...entry }))
  else {
    response.writeHead(201, { 'Content-Type': 'application/json', 'X-Request-Id': 'request-1' })
    response.end(JSON.stringify(entry))
  }
}

export type Entry = { status: number; error?: string; retryAfter?: number }

/** Answers as the webhook does to a batch: to each event what `entryOf` says. */
export function answeredEach(response: ServerResponse, entryOf: (event: { service: string }) => Entry): void {
  const results: Entry[] = JSON.parse(bodies.get(response.req) ?? '').map(entryOf)
  const refused = results.filter(({ status }) => status >= 400).length
  response.writeHead(200, { 'Content-Type': 'application/json', 'X-Request-Id': 'request-1' })
  response.end(JSON.stringify({ stored: results.length - refused, refused, results }))
}

/** Answers with an error as the webhook does. */
export function refused(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'request-1', ...headers })
  response.end(`{"error":"Because of ${status}"}`)
}
