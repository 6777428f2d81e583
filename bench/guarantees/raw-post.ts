import { type Agent, request } from 'node:http'
import type { Readable } from 'node:stream'

/** `header` has names and values in turn, as they go over the wire: text beyond ASCII as UTF-8. */
export type RawRequest = { header: readonly string[]; body: Uint8Array | Readable; agent: Agent }

const timeoutMs = 5_000

/**
 * Posts to the webhook just what is given, without the corrections of a friendly client. Resolves with the status of the
 * answer, with 'hung' when there is none within five seconds of the last byte that the server took, or with the reason
 * why the connection broke before there was one.
 */
export async function rawPost(url: string, { header, body, agent }: RawRequest): Promise<number | string> {
  const { host, hostname, port } = new URL(url)
  const upload = request({
    method: 'POST',
    hostname,
    port,
    path: '/api/webhooks/deployments',
    agent,
    headers: ['Host', host, ...lengthHeader(body), ...header.map(toBytes)],
  })
  const answer = new Promise<number | string>((resolve) => {
    upload.setTimeout(timeoutMs, () => resolve('hung'))
    upload.on('response', (response) => {
      response
        .on('error', () => undefined)
        .on('end', () => resolve(response.statusCode ?? 0))
        .resume()
    })
    upload.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
  if (body instanceof Uint8Array) upload.end(body)
  else body.pipe(upload)
  try {
    return await answer
  } finally {
    if (!upload.writableFinished) upload.destroy()
  }
}

function lengthHeader(body: RawRequest['body']): string[] {
  return body instanceof Uint8Array ? ['Content-Length', String(body.length)] : ['Transfer-Encoding', 'chunked']
}

/** One character for each byte, as Node wants headers. */
function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}
