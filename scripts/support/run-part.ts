import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { projectRoot } from './project-root'

const runInGroup = path.join(projectRoot, 'scripts/support/run-in-group.cjs')
const kept = { lines: 60, charactersOfLine: 500 }

/**
 * Runs an npm script and shows what it prints. `said` is the end of that, and empty when it went to a terminal. The
 * script, and all that it started, ends with this process.
 */
export async function runPart(script: string): Promise<{ ok: boolean; seconds: number; said: string }> {
  const began = performance.now()
  const output = process.stdout.isTTY ? 'inherit' : 'pipe'
  // One pipe for both, so that what is printed stays in order.
  const child = spawn(process.execPath, [runInGroup, `npm run --silent ${script} 2>&1`], {
    cwd: projectRoot,
    stdio: ['inherit', output, 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
  let printed = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    printed = (printed + chunk).slice(-200_000)
  })
  child.stdout?.pipe(process.stdout, { end: false })
  // Without a reader of ours, such as `| head -1`, the pipe would stay full and the part wait for ever.
  const readOn = () => child.stdout?.resume()
  process.stdout.on('error', readOn)
  const closed = once(child, 'close')
  const [status] = await once(child, 'exit')
  // What a part left running may hold the pipe.
  await Promise.race([closed, delay(1_000, undefined, { ref: false })])
  process.stdout.off('error', readOn)
  return { ok: status === 0, seconds: (performance.now() - began) / 1000, said: endOf(printed) }
}

function endOf(printed: string): string {
  const lines = stripVTControlCharacters(printed).trim().split('\n').slice(-kept.lines)
  return lines.map((line) => line.slice(0, kept.charactersOfLine)).join('\n')
}
