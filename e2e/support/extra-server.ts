import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { startIngestServer } from '@/scripts/support/ingest-server'
import { startNextServer } from '@/scripts/support/next-server'
import type { ServerOptions } from '@/scripts/support/server-process'
import { sessionSecret } from './sessions'

export type ExtraServer = { url: string; pid: number; stop: () => Promise<number> }

/** Whether it is `npm start` or `npm run ingest`. */
export type Served = 'next' | 'ingest'

const starters = {
  next: (options: ServerOptions) => startNextServer({ mode: 'start', ...options }),
  ingest: startIngestServer,
}

/** A server for one test that needs settings or a database of its own; `messages` is a file descriptor for its log. */
export async function startExtraServer(
  settings: Record<string, string>,
  { messages, served = 'next' }: { messages?: number; served?: Served } = {},
): Promise<ExtraServer> {
  const stopping = new AbortController()
  const port = await findFreePort()
  const env = { NEXTAUTH_URL: `http://localhost:${port}`, NEXTAUTH_SECRET: sessionSecret, ...settings }
  const { url, pid, exited } = await starters[served]({ port, env, stop: stopping.signal, messages })
  return {
    url,
    pid,
    stop: () => {
      stopping.abort()
      return exited
    },
  }
}
