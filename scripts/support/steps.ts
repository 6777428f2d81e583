import { createColors } from 'picocolors'
import { log, logConsole } from '@/lib/core/log'

const pc = createColors(process.stdout.isTTY === true)

let inLog = false

/**
 * Makes lines of the log of what this process says from now on, where nobody reads it at a terminal: for servers, whose
 * whole output a log collector reads.
 */
export function speakInLog(): void {
  if (process.stdout.isTTY) return
  inLog = true
  logConsole()
}

/** Whether this process says everything in its log. */
export const speaksInLog = () => inLog

/** Runs one named step of a longer work and says how it goes: what, whether it worked, how long it took. */
export async function step<T>(title: string, work: () => Promise<T>, detail?: (result: T) => string): Promise<T> {
  const began = performance.now()
  const tookSeconds = () => Number(((performance.now() - began) / 1000).toFixed(1))
  return inLog ? stepInLog(title, work, tookSeconds, detail) : shownStep(title, work, tookSeconds, detail)
}

async function stepInLog<T>(
  title: string,
  work: () => Promise<T>,
  tookSeconds: () => number,
  detail?: (result: T) => string,
): Promise<T> {
  const result = await work()
  log.info('started', { step: title, result: detail?.(result), seconds: tookSeconds() })
  return result
}

async function shownStep<T>(
  title: string,
  work: () => Promise<T>,
  tookSeconds: () => number,
  detail?: (result: T) => string,
): Promise<T> {
  const interactive = process.stdout.isTTY
  const seconds = () => `${tookSeconds().toFixed(1)} s`
  const running = () => process.stdout.write(`\r${pc.yellow('○')} ${title} ${pc.dim(seconds())}`)
  const ticker = interactive ? setInterval(running, 100) : undefined
  if (!interactive) process.stdout.write(`○ ${title} …\n`)
  const finish = (sign: string, note: string) => {
    clearInterval(ticker)
    process.stdout.write(`${interactive ? '\r\x1b[K' : ''}${sign} ${title}${note} ${pc.dim(seconds())}\n`)
  }
  try {
    const result = await work()
    finish(pc.green('●'), detail ? `: ${detail(result)}` : '')
    return result
  } catch (error) {
    finish(pc.red('×'), '')
    throw error
  }
}
