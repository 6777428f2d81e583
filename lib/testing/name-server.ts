import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type NameServer = {
  /** As `setServers` takes it: `127.0.0.1:4711`. */
  address: string
  /** Names that were queried, in order. */
  queries: string[]
  stop: () => Promise<void>
}

/** Starts a name server on a loopback port that knows IPv4 addresses by name; null is for one that never answers. */
export async function startNameServer(known: Record<string, string> | null): Promise<NameServer> {
  const queries: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const { name, type, end } = readQuestion(question)
    queries.push(name)
    if (known === null) return
    const found = type === 1 && Object.hasOwn(known, name) ? known[name] : undefined
    const header = Buffer.from([0x81, Object.hasOwn(known, name) ? 0x80 : 0x83, 0, 1, 0, found ? 1 : 0, 0, 0, 0, 0])
    const record = [0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...(found ?? '').split('.').map(Number)]
    socket.send(
      Buffer.concat([question.subarray(0, 2), header, question.subarray(12, end), Buffer.from(found ? record : [])]),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}
