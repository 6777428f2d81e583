import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type Sending = { path: string; method?: string; headers?: Record<string, string> }

/** The status of the answer, `null` when the connection ended without one, and whether it ended. */
export type Answer = { status: number | null; closed: boolean }

const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(64 * 1024, 'x'), Buffer.from('\r\n')])

/** Sends a chunked body until it is all sent, answered or cut off. */
export async function sendLarge(url: string, sending: Sending, bytes: number): Promise<Answer> {
  const { socket, answer } = open(url, sending)
  for (let sent = 0; sent < bytes && socket.writable && answer.status === null; sent += 64 * 1024) {
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
  }
  if (answer.status === null && socket.writable) {
    socket.write('0\r\n\r\n')
    while (answer.status === null && !answer.closed) await delay(10)
  }
  socket.destroy()
  return { ...answer }
}

/** Sends one byte after the other for as long as the server lets it. */
export async function sendEndless(url: string, sending: Sending): Promise<Answer> {
  const { socket, answer } = open(url, sending)
  while (!answer.closed) {
    socket.write('1\r\nx\r\n')
    await delay(200)
  }
  return answer
}

function open(url: string, { path, method = 'POST', headers = {} }: Sending): { socket: Socket; answer: Answer } {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const answer: Answer = { status: null, closed: false }
  socket.on('data', (data) => {
    const status = /^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1]
    if (status !== undefined) answer.status ??= Number(status)
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    answer.closed = true
  })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n${lines.join('')}\r\n`)
  return { socket, answer }
}
