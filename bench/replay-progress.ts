const everyMs = 10_000

/**
 * Runs one piece of long work with a line that says how far it is: rewritten in place on a terminal, else a new one
 * every ten seconds.
 */
export async function withProgress<T>(title: string, work: (report: (text: string) => void) => Promise<T>): Promise<T> {
  const interactive = process.stdout.isTTY === true
  let shownAt = performance.now()
  const report = (text: string) => {
    if (performance.now() - shownAt < (interactive ? 100 : everyMs)) return
    shownAt = performance.now()
    process.stdout.write(interactive ? `\r\x1b[K○ ${title}: ${text}` : `○ ${title}: ${text}\n`)
  }
  try {
    return await work(report)
  } finally {
    if (interactive) process.stdout.write('\r\x1b[K')
  }
}

/** Prints a line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
