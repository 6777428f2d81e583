/** What a stream answers when its reader is gone: a pipe such as `| head -1`, a terminal that was closed. */
const readerIsGone = new Set(['EPIPE', 'EIO', 'ECONNRESET'])

/**
 * Lets this process go on when no one reads its output any more: its work is done to the end, and the database left as
 * it should be. Output that cannot be written for another reason, such as a full disk, makes it end with 1.
 */
export function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (readerIsGone.has(error.code ?? '')) return
      process.exitCode = 1
      if (stream === process.stdout) process.stderr.write(`The output could not be written: ${error.message}\n`)
    })
  }
}
