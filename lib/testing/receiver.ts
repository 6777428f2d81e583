import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { startAnsweringServer } from './answering-server'

export type Received = { path: string; headers: IncomingHttpHeaders; text: string; body: unknown }

export type Receiver = { url: string; received: Received[]; stop: () => Promise<void> }

/** A receiver of webhooks on this machine, which answers 204 unless `answer` answers, after the body has arrived. */
export async function startReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) => void response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = []
  const server = await startAnsweringServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    received.push({ path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) })
    answer(response, received.length)
  })
  return { url: `${server.origin}/hook`, received, stop: server.stop }
}
