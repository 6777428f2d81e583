import path from 'node:path'
import { projectRoot } from './project-root'

/** What Node runs to run `next <command>`, which then does not outlive this process. It needs a channel, `ipc`. */
export function nextProgram(command: string): string[] {
  const preload = path.join(projectRoot, 'scripts/support/end-with-parent.cjs')
  return ['--require', preload, path.join(projectRoot, 'node_modules/next/dist/bin/next'), command]
}
