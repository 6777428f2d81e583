import { ensureSecret } from '@/lib/core/ensure-secret'
import { env } from '@/lib/core/env'
import { ensureBuild } from './build'
import { startNextServer } from './next-server'
import { runUntilStopped } from './run-until-stopped'
import type { Server } from './server-process'
import { step } from './steps'

/** What happens between the migrations and the server, and once the server answers. */
type Hooks = { prepare?: () => Promise<void>; serving?: (server: Server) => Promise<void> }

/**
 * Runs Next until told to stop, built when needed. Ends the process as `runUntilStopped` does: with 0 when it served and
 * was told to stop, with the server's exit code when that ended on its own.
 */
export async function runServer(mode: 'start' | 'dev', hooks: Hooks = {}): Promise<void> {
  await runUntilStopped({
    prepare: async (stop) => {
      await hooks.prepare?.()
      if (mode === 'start') await build(stop)
    },
    serve: (databaseUrl, stop) => serve(mode, databaseUrl, hooks, stop),
  })
}

async function build(stop: AbortSignal): Promise<void> {
  await step(
    'Production build',
    () => ensureBuild(stop),
    (built) => (built ? 'built' : 'up to date'),
  )
}

async function serve(mode: 'start' | 'dev', databaseUrl: string, hooks: Hooks, stop: AbortSignal): Promise<number> {
  const { HOST: host, PORT: port } = env()
  const secret = env().NEXTAUTH_SECRET ?? (await ensureSecret(env().LEADLINE_DATA_DIR, 'nextauth-secret'))
  const publicUrl = env().NEXTAUTH_URL ?? `http://localhost:${port}`
  const settings = { DATABASE_URL: databaseUrl, NEXTAUTH_SECRET: secret, NEXTAUTH_URL: publicUrl }
  const failed = new AbortController()
  const server = await step(
    'Server',
    () => startNextServer({ mode, host, port, env: settings, stop: AbortSignal.any([stop, failed.signal]) }),
    ({ url }) => url,
  )
  try {
    await hooks.serving?.(server)
  } catch (error) {
    failed.abort()
    await server.exited
    throw error
  }
  return server.exited
}
