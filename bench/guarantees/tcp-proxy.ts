import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { findFreePort } from '@/lib/db/embedded-postgres/port'

/**
 * `refused` closes the port and all connections. `silent` closes them too, accepts new ones and never answers.
 * `stalled` keeps them and forwards nothing more, in the middle of whatever goes on; `deaf` forwards what clients say
 * but no answer.
 */
export type ProxyMode = 'through' | 'refused' | 'silent' | 'stalled' | 'deaf'

/** A way to a server of this machine that can be broken; `url` is that of the server, by this way. */
export type TcpProxy = { url: string; setMode: (mode: ProxyMode) => Promise<void> }

type Pair = { client: Socket; server: Socket }

/** Runs `work` with a proxy before the server of a URL. Back in `through`, it closes what was broken. */
export async function withTcpProxy<T>(serverUrl: string, work: (proxy: TcpProxy) => Promise<T>): Promise<T> {
  const pairs = new Set<Pair>()
  let mode: ProxyMode = 'through'
  const target = new URL(serverUrl)
  const proxy = createServer((client) => {
    const pair = { client, server: connect(Number(target.port), target.hostname) }
    pairs.add(pair)
    const close = () => {
      pairs.delete(pair)
      client.destroy()
      pair.server.destroy()
    }
    for (const socket of [client, pair.server]) socket.on('error', close).on('close', close)
    client.on('data', (bytes) => (mode === 'through' || mode === 'deaf') && pair.server.write(bytes))
    pair.server.on('data', (bytes) => mode === 'through' && client.write(bytes))
  })
  const closeAll = () => {
    for (const { client } of pairs) client.destroy()
  }
  const listen = (port: number) => once(proxy.listen(port, '127.0.0.1'), 'listening')
  const stop = async () => {
    if (!proxy.listening) return
    const closed = once(proxy, 'close')
    proxy.close()
    closeAll()
    await closed
  }
  const port = await findFreePort()
  await listen(port)
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${port}`
  try {
    return await work({
      url: url.href,
      setMode: async (next) => {
        const broken = mode !== 'through'
        mode = next
        if (next === 'refused') await stop()
        else if (!proxy.listening) await listen(port)
        if (next === 'silent' || broken) closeAll()
      },
    })
  } finally {
    await stop()
  }
}
