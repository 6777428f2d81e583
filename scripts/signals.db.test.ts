import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { type Checkout, openCheckout, type Run } from './testing/checkout'

const shared = process.env.DATABASE_URL ?? ''
let checkout: Checkout

beforeAll(async () => {
  checkout = await openCheckout()
  await checkout.changePage('page\n')
})
afterAll(() => checkout.remove())

/** Puts a program in place of one that npm scripts run. */
async function program(name: string, script: string): Promise<void> {
  const file = path.join(checkout.path, 'node_modules/.bin', name)
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
}

async function nothingLeft({ processes }: Run): Promise<void> {
  await expect.poll(processes, { timeout: 60_000 }).toEqual([])
}

describe.each([
  ['dev', '● Server'],
  ['ingest', '"step":"Server"'],
  ['demo', 'Ctrl-C'],
])('%s', (script, lastWord) => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)('leaves nothing running: %s', async (signal) => {
    const settings = { PORT: String(await findFreePort()), DATABASE_URL: script === 'demo' ? shared : '' }
    const run = checkout.run('node', ['scripts/launch.cjs', `scripts/${script}.ts`], settings)
    await run.printed(lastWord)
    run.child.kill(signal)
    expect(await run.ended).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 0)
    await nothingLeft(run)
  })
})

// npm itself ends when it cannot print a warning.
it('npm start serves on when its reader leaves after a line, as head does', async () => {
  const port = await findFreePort()
  const run = checkout.run('sh', ['-c', 'npm start --loglevel=error 2>&1 | head -1'], {
    PORT: String(port),
    DATABASE_URL: '',
  })
  const health = () => fetch(`http://localhost:${port}/readyz`).then(({ status }) => status)
  await expect.poll(() => health().catch(() => 0), { timeout: 60_000 }).toBe(200)
  const [start] = (await run.processes()).filter(({ command }) => /^node .*launch\.cjs/.test(command))
  if (!start) throw new Error('It runs no more')
  process.kill(start.pid, 'SIGTERM')
  expect(await run.ended).toBe(0)
  await nothingLeft(run)
})

describe('npm test', () => {
  it('goes on to the end when its reader leaves in the middle', async () => {
    for (const name of ['tsc', 'knip', 'tsx', 'vitest', 'playwright']) await program(name, 'exit 1')
    await program('biome', 'seq 300000')
    const run = checkout.run('sh', ['-c', 'npm test | head -100; exit 7'], {
      PATH: `${checkout.path}/node_modules/.bin:${process.env.PATH}`,
    })
    expect(await run.ended).toBe(7)
    await nothingLeft(run)
  })

  describe('while a part runs', () => {
    beforeAll(() => program('biome', 'echo linting; sleep 1000 & sleep 1000'))

    it.each([
      ['SIGTERM', 'npm'],
      ['SIGHUP', 'npm'],
      ['SIGKILL', 'npm'],
      ['SIGINT', 'group'],
      ['SIGKILL', 'group'],
    ] as const)('leaves nothing running: %s to %s', async (signal, target) => {
      const run = checkout.run('npm', ['test'])
      await run.printed('linting')
      const pid = run.child.pid ?? 0
      process.kill(target === 'npm' ? pid : -pid, signal)
      expect(await run.ended).toBe(signal)
      await nothingLeft(run)
    })
  })
})
