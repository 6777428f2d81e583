import { createColors } from 'picocolors'

const pc = createColors(process.stdout.isTTY === true)

/** Runs one named step of a longer work and says how it goes: what, whether it worked, how long it took. */
export async function step<T>(title: string, work: () => Promise<T>, detail?: (result: T) => string): Promise<T> {
  const began = performance.now()
  const interactive = process.stdout.isTTY
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
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
