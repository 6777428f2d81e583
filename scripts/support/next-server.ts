import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { projectRoot } from './project-root'

export type NextServer = {
  url: string
  /** Resolves with the exit code once the server has stopped; 0 when it was told to. */
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

const patienceMs = 120_000

/**
 * Starts Next and resolves once `/api/health` answers 200. What it logs goes to this process; in production only what
 * it says on standard error does. Throws when the port is taken, when Next gives up, and when it is stopped before.
 */
export async function startNextServer({ mode, port, env, stop, messages }: Options): Promise<NextProcess> {
  await assertFree(port)
  const next = path.join(projectRoot, 'node_modules/next/dist/bin/next')
  const child = spawn(process.execPath, [next, mode, '--port', String(port)], {
    cwd: projectRoot,
    env: { ...process.env, ...env, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', mode === 'dev' ? 'inherit' : 'ignore', messages ?? 'inherit', 'ipc'],
  })
  const exited = new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(stop.aborted ? 0 : (code ?? 1)))
  })
  const kill = () => child.kill('SIGTERM')
  if (stop.aborted) kill()
  stop.addEventListener('abort', kill)
  const url = `http://localhost:${port}`
  const outcome = await Promise.race([untilHealthy(url), exited])
  if (outcome === 'healthy' && child.pid) return { url, exited, pid: child.pid }
  child.kill('SIGKILL')
  throw new Error(stop.aborted ? 'Stopped.' : 'The server did not start. Its messages are above.')
}

async function assertFree(port: number): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.on('error', () => reject(new Error(`Port ${port} is taken. Choose another, for example PORT=${port + 1}.`)))
    probe.listen(port, () => probe.close(() => resolve()))
  })
}

async function untilHealthy(url: string): Promise<'healthy' | 'silent'> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const response = await fetch(`${url}/api/health`).catch(() => null)
    if (response?.ok) return 'healthy'
    await delay(100)
  }
  return 'silent'
}
