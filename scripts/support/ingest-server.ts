import { endWithParent } from './next-program'
import { type ServerOptions, type ServerProcess, startServer } from './server-process'

/** Starts `npm run ingest` as `startServer` does. What it says on standard error goes to this process. */
export function startIngestServer(options: ServerOptions): Promise<ServerProcess> {
  return startServer(
    { args: [...endWithParent, 'scripts/launch.cjs', 'scripts/ingest.ts'], prints: false, reports: true },
    options,
  )
}
