import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { post } from '@/e2e/support/servers'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { projectRoot } from '@/scripts/support/project-root'
import type { Server } from '@/scripts/support/server-process'

const bareServer = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
const emptyNext = fileURLToPath(new URL('./empty-next', import.meta.url))
const next = fileURLToPath(new URL('../../node_modules/next/dist/bin/next', import.meta.url))
const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const

/** Starts the server without a framework, on a table of its own in the database. */
export async function startBareServer(databaseUrl: string, stop: AbortSignal): Promise<Server> {
  const port = await findFreePort()
  return start(port, ['--import', 'tsx', bareServer, String(port), databaseUrl], stop)
}

/** Builds and starts a Next app whose one route reads nothing and answers what the webhook would. */
export async function startEmptyNext(stop: AbortSignal): Promise<Server> {
  await promisify(execFile)(process.execPath, [next, 'build', emptyNext], { cwd: projectRoot, env })
  const port = await findFreePort()
  return start(port, [next, 'start', emptyNext, '--port', String(port)], stop)
}

async function start(port: number, args: string[], stop: AbortSignal): Promise<Server> {
  const child = spawn(process.execPath, args, { cwd: projectRoot, env, stdio: ['ignore', 'ignore', 'inherit'] })
  stop.addEventListener('abort', () => child.kill())
  const exited = once(child, 'exit').then(([code]) => Number(code))
  const url = `http://localhost:${port}`
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error('A reference server did not start. Its messages are above.')
    await delay(100)
  }
  return { url, exited }
}

async function answers(url: string): Promise<boolean> {
  return post(url, 'not checked', { deploymentId: 'first' }).then(
    () => true,
    () => false,
  )
}
