import { HostError } from './model'

const mostBytes = 32 * 1024 * 1024

/** The body of an answer. `HostError` once it is longer than any that a host has reason to send. */
export async function readText({ body }: Response, host: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop early closes the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new HostError(`${host} sent an answer of more than 32 MiB. It is not read.`, 'later')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
