import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port on 127.0.0.1 that no process listens on, below those that systems hand out to outgoing connections. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000)
    if (await isPortFree(port)) return port
  }
}

export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    server.close()
    return true
  } catch {
    return false
  }
}
