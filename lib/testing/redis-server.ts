import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { ensureProgram } from './ensure-program'

export type RedisServer = { url: string; stop: () => Promise<void> }

/**
 * Starts a Redis server on a free loopback port, without persistence. It ends with `stop` or with this process.
 * Throws a text that says what to install when there is none and it cannot be installed.
 */
export async function startRedisServer(): Promise<RedisServer> {
  const command = ensureProgram(findRedisServer, 'redis-tools', advice)
  const port = await freePort()
  const options = { bind: '127.0.0.1', port: String(port), dir: tmpdir(), save: '', appendonly: 'no' }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(command, args, { argv0, stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => child.kill()
  process.once('exit', kill)
  await ready(child)
  const stop = async () => {
    process.off('exit', kill)
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill()
    await once(child, 'exit')
  }
  return { url: `redis://127.0.0.1:${port}`, stop }
}

// Debian keeps the server's program in redis-tools as redis-check-rdb; it serves when it is called redis-server. That
// package, unlike redis-server, brings no system service.
const argv0 = 'redis-server'
const advice = 'These tests need a Redis server: install redis-server (or Debian package redis-tools).'

function findRedisServer(): string | undefined {
  return ['redis-server', 'redis-check-rdb'].find((name) => spawnSync(name, ['--version'], { argv0 }).status === 0)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

async function ready(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error('Redis has no output to read')
  const said: string[] = []
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('Ready to accept connections')) {
      child.stdout.resume()
      return
    }
    said.push(line)
  }
  throw new Error(`Redis did not start: ${said.join('\n')}`)
}
