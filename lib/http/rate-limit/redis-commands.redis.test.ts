import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseEnv } from '@/lib/core/env'
import { cert } from '@/lib/testing/certificate'
import { startRedisServer } from '@/lib/testing/redis-server'
import { createFallbackLimiter } from './fallback-limiter'
import { createSignInLimit } from './limit-sign-in'
import { createMemoryLimiter } from './memory-limiter'
import { createSharedLimiter } from './shared-limiter'

const limit = { name: 'ingest', limit: 10, windowSeconds: 3_600 }
/** Longer than a busy machine takes for an answer. */
const answerMilliseconds = 10_000

async function start(options?: Parameters<typeof startRedisServer>[0]) {
  const server = await startRedisServer(options)
  onTestFinished(server.stop)
  return server
}

/** One process with a clock of its own; `fallback` is at 9, 8, 7 … after each of its decisions. */
function startProcess(url: string, answerMs = answerMilliseconds) {
  const clock = { now: 1_000_000 }
  const now = () => clock.now
  const events: string[] = []
  const write = (event: string) => void events.push(event.replace(/,.*/, ''))
  const log = { info: write, warn: write, error: write }
  const fallback = createMemoryLimiter(limit, now)
  return {
    events,
    pass: (milliseconds: number) => {
      clock.now += milliseconds
    },
    decide: createFallbackLimiter({ redis: { url }, limit, fallback, log, now, answerMilliseconds: answerMs }),
  }
}

test('a password is sent; with a wrong one this process decides', async () => {
  const { url } = await start({ password: 'correct' })
  const decide = createSharedLimiter({ url: url.replace('correct', 'wrong') }, limit, answerMilliseconds)
  await expect(decide('1')).rejects.toThrow('WRONGPASS')
  expect(await createSharedLimiter({ url }, limit, answerMilliseconds)('1')).toMatchObject({ remaining: 9 })
})

test('a server that is killed is left alone until a probe finds a new one', async () => {
  const server = await start()
  const { decide, pass, events } = startProcess(server.url)
  expect([await decide('1'), await decide('1')]).toMatchObject([{ remaining: 9 }, { remaining: 8 }])

  await server.stop()
  expect(await decide('1')).toMatchObject({ allowed: true, remaining: 9 })
  await start({ port: server.port })
  pass(4_999)
  expect(await decide('1')).toMatchObject({ allowed: true, remaining: 8 })
  expect(events).toEqual(['redis unavailable'])

  pass(1)
  expect(await decide('1')).toMatchObject({ remaining: 7 })
  await vi.waitFor(() => expect(events).toEqual(['redis unavailable', 'redis available again']), { timeout: 10_000 })
  // The new server has counted the probe alone.
  expect(await decide('1')).toMatchObject({ remaining: 8 })
})

test('a server that hangs holds up neither events nor those after it is well again', async () => {
  const server = await start()
  const { decide, pass, events } = startProcess(server.url, 1_000)
  await vi.waitFor(async () => expect((await decide('0')).remaining).toBeLessThan(10))
  server.hang()
  const decisions = await Promise.all(Array.from({ length: 20 }, (_, key) => decide(`hung ${key}`)))
  expect(decisions.every(({ allowed }) => allowed)).toBe(true)
  server.resume()
  await vi.waitFor(
    async () => {
      pass(5_000)
      await decide('0')
      expect(events.at(-1)).toBe('redis available again')
    },
    { timeout: 20_000, interval: 200 },
  )
})

test('a connection that hangs is given up for a new one', async () => {
  const server = await start()
  const decide = createSharedLimiter({ url: server.url }, limit, 30_000)
  await decide('1')
  server.hang()
  await expect(decide('1')).rejects.toThrow()
  server.resume()
  expect(await decide('2')).toMatchObject({ remaining: 9 })
})

test('while the server is away no one signs in, and everyone once it is back', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const server = await start()
  const enforce = createSignInLimit(parseEnv({ REDIS_URL: server.url }))
  const attempt = { account: 'ada', address: null, browserId: null }
  await server.stop()
  await expect(enforce(attempt)).rejects.toMatchObject({ code: 'unavailable' })
  await start({ port: server.port })
  await vi.waitFor(() => enforce(attempt), { timeout: 30_000 })
  expect(said).toHaveBeenCalled()
  said.mockRestore()
})

test('TLS is spoken with a server whose certificate is trusted, and with no other', async () => {
  const { url } = await start({ tls: true, password: 'secret' })
  await expect(createSharedLimiter({ url }, limit, answerMilliseconds)('1')).rejects.toThrow('self-signed certificate')
  const folder = mkdtempSync(path.join(tmpdir(), 'trusted-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const NODE_EXTRA_CA_CERTS = path.join(folder, 'ca.pem')
  writeFileSync(NODE_EXTRA_CA_CERTS, cert)
  const program = `import { createSharedLimiter } from './lib/http/rate-limit/shared-limiter.ts'
    const decide = createSharedLimiter(${JSON.stringify({ url })}, ${JSON.stringify(limit)}, ${answerMilliseconds})
    console.log(JSON.stringify(await decide('1')))`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const env = { ...process.env, NODE_EXTRA_CA_CERTS }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: 60_000 })
  expect(JSON.parse(stdout)).toMatchObject({ allowed: true, remaining: 9 })
})
