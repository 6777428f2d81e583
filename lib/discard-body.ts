/** More than this of a body that nobody wants is not waited for: its connection ends. */
const mostBytes = 64 * 1024 * 1024

/**
 * Reads what is left of the body of a request and forgets it: before its end, the connection is good for no other
 * request. Never throws.
 */
export async function discardBody({ body }: Request): Promise<void> {
  if (!body || body.locked) return
  const reader = body.getReader()
  let left = mostBytes
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      left -= chunk.value.byteLength
      if (left < 0) return await reader.cancel()
    }
  } catch {
    // The client has gone.
  }
}
