import path from 'node:path'
import { projectRoot } from './project-root'

/** Before what Node runs, so that it does not outlive this process. It needs a channel, `ipc`. */
export const endWithParent = ['--require', path.join(projectRoot, 'scripts/support/end-with-parent.cjs')]

/** What Node runs to run `next <command>`, which then does not outlive this process. */
export function nextProgram(command: string): string[] {
  return [...endWithParent, path.join(projectRoot, 'node_modules/next/dist/bin/next'), command]
}
