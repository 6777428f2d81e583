import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/** The account that a program runs as; undefined means the one of this process. */
export type Account = { uid: number; gid: number }

type Outcome = { code: number | null; output: string }

// A daemon must not carry the settings and secrets of the process that happened to start it.
const childEnv =
  process.platform === 'win32' ? undefined : { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' }

/**
 * Runs a program to its end and returns exit code and output; a program that cannot be started throws.
 * It runs in the root directory, since `account` may be unable to enter the current one.
 */
export async function run(command: string, args: readonly string[], account?: Account, input = ''): Promise<Outcome> {
  const child = spawn(command, args, {
    ...account,
    cwd: '/',
    env: childEnv as NodeJS.ProcessEnv | undefined,
    windowsHide: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const closed = once(child, 'close')
  closed.catch(() => undefined)
  const [code] = (await once(child, 'exit')) as [number | null]
  // On Windows a server keeps the pipes of the pg_ctl that started it open for as long as it runs.
  await Promise.race([closed, delay(1_000, undefined, { ref: false })])
  child.stdout.destroy()
  child.stderr.destroy()
  return { code, output: output.trim() }
}
