import { createHash } from 'node:crypto'
import { createClient } from '@redis/client'
import { tlsOptions } from '@/lib/http/outgoing/tls-options'

export type RunCommand = (command: string[]) => Promise<unknown>

/** A connection on which a command, or its being set up, takes longer than this is given up. */
const silenceMilliseconds = 2_000

const shared = new Map<string, RunCommand>()

/**
 * Runs commands of the scripts of @upstash/ratelimit on a Redis of one's own, all of them on one connection, which is
 * there from the first command on and made again by the next one after it is lost. Rejects then, and with what Redis
 * refuses.
 */
export function redisCommands(url: string): RunCommand {
  const known = shared.get(url)
  if (known) return known
  const run = withPlainScripts(reconnecting(url))
  shared.set(url, run)
  return run
}

function reconnecting(url: string): RunCommand {
  let connection: ReturnType<typeof connect> | undefined
  return async (command) => {
    if (!connection?.client.isOpen) connection = connect(url)
    const { client, connected } = connection
    const silence = setTimeout(() => client.destroy(), silenceMilliseconds)
    try {
      await connected
      return await client.sendCommand(command)
    } finally {
      clearTimeout(silence)
    }
  }
}

/** Open at once, until it fails or is lost. Keeps no process alive. */
function connect(url: string) {
  const socket = { reconnectStrategy: false as const, connectTimeout: silenceMilliseconds }
  const client = createClient({
    url,
    RESP: 2,
    disableClientInfo: true,
    socket: url.startsWith('rediss:') ? { ...socket, tls: true, ...tlsOptions } : socket,
  })
  client.on('error', () => undefined)
  client.unref()
  return { client, connected: client.connect() }
}

/**
 * The first line of a script may hold flags that only Upstash knows: it is left out, and the script still answers to
 * the digest of its whole text.
 */
export function withPlainScripts(run: RunCommand): RunCommand {
  const digests = new Map<string, string>()
  return (command) => {
    const [name = '', script = '', ...rest] = command
    if (name === 'evalsha') return run([name, digests.get(script) ?? script, ...rest])
    if (name !== 'eval') return run(command)
    const plain = script.replace(/^#!.*/, '')
    digests.set(sha1(script), sha1(plain))
    return run([name, plain, ...rest])
  }
}

function sha1(script: string): string {
  return createHash('sha1').update(script).digest('hex')
}
