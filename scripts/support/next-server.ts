import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { nextProgram } from './next-program'
import { projectRoot } from './project-root'

export type NextServer = {
  url: string
  /** Resolves once the server has stopped: with 0 when it was told to, else as a shell would name how it ended. */
  exited: Promise<number>
}

type NextProcess = NextServer & { pid: number }

type Options = {
  mode: 'start' | 'dev'
  port: number
  env: Record<string, string>
  /** Stops the server when aborted. */
  stop: AbortSignal
  /** File descriptor for what it says on standard error, in place of this process. */
  messages?: number
}

const timeoutMs = 120_000

/**
 * Starts Next and resolves once `/api/health` answers 200. What it logs goes to this process; in production only what
 * it says on standard error does. Throws when the port is taken, also by a server that is faster, when Next gives up,
 * and when it is stopped before.
 */
export async function startNextServer({ mode, port, env, stop, messages }: Options): Promise<NextProcess> {
  await assertPortFree(port)
  const child = spawn(process.execPath, [...nextProgram(mode), '--port', String(port)], {
    cwd: projectRoot,
    env: { ...process.env, ...env, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', mode === 'dev' ? 'inherit' : 'ignore', messages ?? 'inherit', 'ipc'],
  })
  const exited = new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) =>
      resolve(stop.aborted ? 0 : (code ?? 128 + constants.signals[signal ?? 'SIGKILL'])),
    )
  })
  const kill = () => child.kill('SIGTERM')
  if (stop.aborted) kill()
  stop.addEventListener('abort', kill)
  // Until then another server on this port may be the one that answers. The development server does not report it.
  let listening = mode === 'dev'
  child.once('message', () => {
    listening = true
  })
  const url = `http://localhost:${port}`
  const settled = new AbortController()
  const healthy = untilHealthy(url, () => listening, settled.signal)
  const outcome = await Promise.race([healthy, exited]).finally(() => settled.abort())
  if (outcome === 'healthy' && child.pid) return { url, exited, pid: child.pid }
  child.kill('SIGKILL')
  if (stop.aborted) throw new Error('Stopped.')
  if (outcome !== 'silent') await assertPortFree(port)
  throw new Error('The server did not start. Its messages are above.')
}

/** Throws when nothing can listen on it, or nothing would open it, and says why. */
export async function assertPortFree(port: number): Promise<void> {
  const refusal = (reason: string) =>
    new Error(`${reason}. Choose another, for example PORT=${port < 65_535 ? port + 1 : 3000}.`)
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason = code === 'EADDRINUSE' ? `Port ${port} is taken` : `The server cannot use port ${port} (${message})`
      reject(refusal(reason))
    })
    probe.listen(port, () => probe.close(() => resolve()))
  })
  if (await isBlocked(port)) throw refusal(`Browsers do not open port ${port}, which belongs to another protocol`)
}

/** Whether fetch, here as in browsers, refuses a port because of what usually listens there. Nothing listens there to be called. */
async function isBlocked(port: number): Promise<boolean> {
  const error = await fetch(`http://localhost:${port}`).catch((error: Error) => error)
  return error instanceof Error && error.cause instanceof Error && error.cause.message === 'bad port'
}

async function untilHealthy(
  url: string,
  isListening: () => boolean,
  signal: AbortSignal,
): Promise<'healthy' | 'silent'> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline && !signal.aborted) {
    const response = isListening() ? await fetch(`${url}/api/health`, { signal }).catch(() => null) : null
    if (response?.ok) return 'healthy'
    await delay(100)
  }
  return 'silent'
}
