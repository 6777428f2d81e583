/** More than this of an unwanted body is not waited for: its connection ends. */
const maxBytes = 64 * 1024 * 1024

/**
 * Reads what is left of a body that was given up half-way and forgets it: before its end, the connection is good for no
 * other request. One whose reading never began is drained by Node itself. Never throws.
 */
export async function discardBody(request: Request): Promise<void> {
  if (!request.bodyUsed) return
  const { body } = request
  if (!body || body.locked) return
  const reader = body.getReader()
  let left = maxBytes
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      left -= chunk.value.byteLength
      if (left < 0) return await reader.cancel()
    }
  } catch {
    // The client has gone.
  }
}
