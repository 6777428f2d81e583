import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export type PostgresProxy = {
  /** The same database, through the proxy. */
  url: string
  /** What clients requested since the start, in order: each connection, and the text of each statement. */
  calls: string[]
  close: () => Promise<void>
}

/** Stands between Postgres and its clients, passes everything on, and records what clients request. */
export async function proxyPostgres(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl)
  const calls: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname)
    const read = createReader((call) => calls.push(call))
    client.on('data', read)
    client.pipe(upstream).pipe(client)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await once(server.close(), 'close')
  }
  return { url: url.href, calls, close }
}

/**
 * Reads what one client sends. Source: https://www.postgresql.org/docs/18/protocol-message-formats.html: all messages
 * but the first have a letter before their length, which counts itself.
 */
function createReader(onCall: (call: string) => void): (chunk: Buffer) => void {
  const statements = new Map<string, string>()
  let pending: Buffer = Buffer.alloc(0)
  let letterBytes = 0
  return (chunk) => {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= letterBytes + 4) {
      const end = letterBytes + pending.readUInt32BE(letterBytes)
      if (pending.length < end) return
      const call = callOf(
        pending.toString('latin1', 0, letterBytes),
        pending.subarray(letterBytes + 4, end),
        statements,
      )
      if (call !== null) onCall(call)
      pending = pending.subarray(end)
      letterBytes = 1
    }
  }
}

/** What a message requests; null for one that only prepares or ends a call. */
function callOf(letter: string, content: Buffer, statements: Map<string, string>): string | null {
  const [first = '', second = ''] = content.toString('utf8').split('\0')
  if (letter === '') return 'a connection'
  if (letter === 'Q') return first
  if (letter === 'P') statements.set(first, second)
  return letter === 'B' ? (statements.get(second) ?? 'an unknown statement') : null
}
