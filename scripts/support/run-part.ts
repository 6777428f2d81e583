import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { projectRoot } from './project-root'

const kept = { lines: 60, charactersOfLine: 500 }

/** Runs an npm script and shows what it prints. `said` is the end of that, and empty when it went to a terminal. */
export async function runPart(script: string): Promise<{ ok: boolean; seconds: number; said: string }> {
  const began = performance.now()
  const output = process.stdout.isTTY ? 'inherit' : 'pipe'
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: projectRoot,
    stdio: ['inherit', output, output],
    shell: process.platform === 'win32',
  })
  let printed = ''
  const keep = (chunk: string) => {
    printed = (printed + chunk).slice(-200_000)
  }
  child.stdout?.setEncoding('utf8').on('data', keep).pipe(process.stdout, { end: false })
  child.stderr?.setEncoding('utf8').on('data', keep).pipe(process.stderr, { end: false })
  const [status] = await once(child, 'close')
  return { ok: status === 0, seconds: (performance.now() - began) / 1000, said: endOf(printed) }
}

function endOf(printed: string): string {
  const lines = stripVTControlCharacters(printed).trim().split('\n').slice(-kept.lines)
  return lines.map((line) => line.slice(0, kept.charactersOfLine)).join('\n')
}
