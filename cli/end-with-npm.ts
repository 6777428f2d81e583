import { readFileSync } from 'node:fs'

const intervalMs = 200

/**
 * Ends this process, as SIGTERM does, when the npm that started it is gone. npm passes a SIGTERM on to the shell between
 * the two, which does not pass it on; SIGHUP and SIGKILL it does not pass on at all.
 */
export function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const before = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, intervalMs)
  timer.unref()
}

/** The process that started this one and, when that is the shell of an npm script, the npm that started the shell. */
function ancestors(): string {
  return `${process.ppid} ${parentOfShell(process.ppid)}`
}

function parentOfShell(pid: number): string {
  try {
    const [, option] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    if (option !== '-c') return ''
    // The name of the program, in parentheses, may contain anything.
    const [, fields = ''] = /.*\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return fields.split(' ')[1] ?? ''
  } catch {
    return ''
  }
}
