import { nextProgram } from './next-program'
import { type ServerOptions, type ServerProcess, startServer } from './server-process'

type Options = ServerOptions & { mode: 'start' | 'dev' }

/**
 * Starts Next as `startServer` does. What it logs goes to this process; in production only what it says on standard error
 * does. The development server does not report that it listens.
 */
export function startNextServer({ mode, host, port, env, ...rest }: Options): Promise<ServerProcess> {
  const args = [...nextProgram(mode), '--port', String(port), ...(host ? ['--hostname', host] : [])]
  const inDevelopment = mode === 'dev'
  return startServer(
    { args, prints: inDevelopment, reports: !inDevelopment },
    { host, port, env: { ...env, NEXT_TELEMETRY_DISABLED: '1' }, ...rest },
  )
}
