import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type Address, urlOf } from './address'
import { projectRoot } from './project-root'

export type Server = {
  url: string
  /** Resolves once the server has stopped: with 0 when it was told to, else as a shell would name how it ended. */
  exited: Promise<number>
}

export type ServerProcess = Server & { pid: number }

export type ServerOptions = Address & {
  env: Record<string, string>
  /** Stops the server when aborted. */
  stop: AbortSignal
  /** File descriptor for what it says on standard error, in place of this process. */
  messages?: number
}

const timeoutMs = 120_000

/** Workers have ten seconds to end, and connections ten more. */
const usualKillAfterMs = 30_000

/** What Node runs, whether what it prints is shown, and whether it reports that it listens. */
type Program = { args: readonly string[]; prints: boolean; reports: boolean }

/**
 * Runs a server and resolves once `/readyz` answers 200. Throws when the port is taken, also by a server that is
 * faster, when the server gives up, and when it is stopped before. One that has not ended `killAfterMs` after it was
 * told to stop is killed.
 */
export async function startServer(
  program: Program,
  options: ServerOptions,
  killAfterMs = usualKillAfterMs,
): Promise<ServerProcess> {
  const { host, port, env, stop, messages } = options
  await assertPortFree({ host, port })
  const child = spawn(process.execPath, program.args, {
    cwd: projectRoot,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', program.prints ? 'inherit' : 'ignore', messages ?? 'inherit', 'ipc'],
  })
  const exited = new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) =>
      resolve(stop.aborted ? 0 : (code ?? 128 + constants.signals[signal ?? 'SIGKILL'])),
    )
  })
  const end = () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    child.once('exit', () => clearTimeout(timer))
  }
  if (stop.aborted) end()
  stop.addEventListener('abort', end)
  // Until then another server on this port may be the one that answers.
  let listening = !program.reports
  child.once('message', () => {
    listening = true
  })
  const url = urlOf({ host, port })
  const settled = new AbortController()
  const healthy = untilHealthy(url, () => listening, settled.signal)
  const outcome = await Promise.race([healthy, exited]).finally(() => settled.abort())
  if (outcome === 'healthy' && child.pid) return { url, exited, pid: child.pid }
  child.kill('SIGKILL')
  if (stop.aborted) throw new Error('Stopped.')
  if (outcome !== 'silent') await assertPortFree({ host, port })
  throw new Error('The server did not start. Its messages are above.')
}

/** Throws when nothing can listen on it, or nothing would open it, and says why. */
export async function assertPortFree(address: Address): Promise<void> {
  await assertAddressFree(address, { host: 'HOST', port: 'PORT' })
  if (await isBlocked(address.port))
    throw portRefusal(`Browsers do not open port ${address.port}, which belongs to another protocol`, address.port)
}

function portRefusal(reason: string, port: number, setting = 'PORT'): Error {
  return new Error(`${reason}. Choose another, for example ${setting}=${port < 65_535 ? port + 1 : 3000}.`)
}

/** Throws when nothing can listen there, and says why, and which of the two settings to change. */
export async function assertAddressFree(
  { host, port }: Address,
  settings: { host: string; port: string },
): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
        return reject(new Error(`${settings.host} ${host} is no address or name of this machine.`))
      const reason = code === 'EADDRINUSE' ? `Port ${port} is taken` : `The server cannot use port ${port} (${message})`
      reject(portRefusal(reason, port, settings.port))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/**
 * Whether fetch, here as in browsers, refuses a port because of what usually listens there. Nothing listens there to be
 * called.
 */
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
    const response = isListening() ? await fetch(`${url}/readyz`, { signal }).catch(() => null) : null
    if (response?.ok) return 'healthy'
    await delay(100)
  }
  return 'silent'
}
