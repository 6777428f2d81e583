/** What `work` comes to, unless `signal` is aborted first; then nobody waits for it any more. */
export async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
  })
  return Promise.race([aborted, work]).finally(() => signal.removeEventListener('abort', onAbort))
}
