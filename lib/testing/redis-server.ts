import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { cert, key } from './certificate'
import { ensureProgram } from './ensure-program'

export type RedisServer = {
  url: string
  port: number
  /** It accepts connections and answers nothing until `resume`. */
  hang: () => void
  resume: () => void
  stop: () => Promise<void>
}

type Options = { port?: number; password?: string; tls?: boolean }

/**
 * Starts a Redis server on a loopback port, a free one unless it is given, without persistence; with `tls` it has the
 * certificate of `localhost`. It ends with `stop` or with this process. Throws a text that says what to install when
 * there is none and it cannot be installed.
 */
export async function startRedisServer({ port, password = '', tls = false }: Options = {}): Promise<RedisServer> {
  const command = ensureRedisServer()
  port ??= await freePort()
  const dir = mkdtempSync(path.join(tmpdir(), 'redis-'))
  const options = {
    bind: '127.0.0.1',
    ...(tls ? tlsOptions(dir, port) : { port: String(port) }),
    dir,
    save: '',
    appendonly: 'no',
    requirepass: password,
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(command, args, { argv0, stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => child.kill()
  process.once('exit', kill)
  await ready(child)
  const stop = async () => {
    process.off('exit', kill)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(dir, { recursive: true, force: true })
  }
  return {
    url: `${tls ? 'rediss://' : 'redis://'}${password && `:${password}@`}${tls ? 'localhost' : '127.0.0.1'}:${port}`,
    port,
    hang: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    stop,
  }
}

function tlsOptions(dir: string, port: number) {
  const [certFile, keyFile] = [path.join(dir, 'cert.pem'), path.join(dir, 'key.pem')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  return {
    port: '0',
    'tls-port': String(port),
    'tls-cert-file': certFile,
    'tls-key-file': keyFile,
    'tls-auth-clients': 'no',
  }
}

// Debian keeps the server's program in redis-tools as redis-check-rdb; it serves when it is called redis-server. That
// package, unlike redis-server, brings no system service.
const argv0 = 'redis-server'
const advice = 'These tests need a Redis server: install redis-server (or Debian package redis-tools).'

/** The program that serves when it is called `redis-server`, installed when it is missing. */
export function ensureRedisServer(): string {
  return ensureProgram(findRedisServer, 'redis-tools', advice)
}

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
