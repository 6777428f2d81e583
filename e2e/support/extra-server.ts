import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { startNextServer } from '@/scripts/support/next-server'
import { sessionSecret } from './sessions'

export type ExtraServer = { url: string; pid: number; stop: () => Promise<number> }

/** A server for one test that needs settings or a database of its own; `messages` is a file descriptor for its log. */
export async function startExtraServer(settings: Record<string, string>, messages?: number): Promise<ExtraServer> {
  const stopping = new AbortController()
  const port = await findFreePort()
  const env = { NEXTAUTH_URL: `http://localhost:${port}`, NEXTAUTH_SECRET: sessionSecret, ...settings }
  const { url, pid, exited } = await startNextServer({ mode: 'start', port, env, stop: stopping.signal, messages })
  return {
    url,
    pid,
    stop: () => {
      stopping.abort()
      return exited
    },
  }
}
