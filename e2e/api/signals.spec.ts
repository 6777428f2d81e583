import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { type NpmStart, npmStart } from '../support/npm-start'
import { stillRunning } from '../support/process-tree'

test.skip(process.platform !== 'linux', 'reads /proc')
// Each test starts a whole installation.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

const folders = { root: '', data: '' }

test.beforeAll(async () => {
  folders.root = await mkdtemp(path.join(tmpdir(), 'leadline signals '))
  // The account of Postgres can enter it, so that all of it is removed.
  await chmod(folders.root, 0o755)
  folders.data = path.join(folders.root, 'data')
})
test.afterAll(() => rm(folders.root, { recursive: true }))

type Target = 'npm' | 'start' | 'server' | 'group'

const pidOf: Record<Target, (run: NpmStart) => number> = {
  npm: ({ npm }) => npm.pid ?? 0,
  start: ({ start }) => start.pid,
  server: ({ server }) => server.pid,
  group: ({ npm }) => -(npm.pid ?? 0),
}

const cases: [signal: NodeJS.Signals, target: Target, ended: number | NodeJS.Signals][] = [
  ['SIGTERM', 'npm', 'SIGTERM'],
  ['SIGHUP', 'npm', 'SIGHUP'],
  ['SIGKILL', 'npm', 'SIGKILL'],
  ['SIGTERM', 'start', 0],
  ['SIGKILL', 'start', 137],
  ['SIGTERM', 'server', 143],
  ['SIGKILL', 'server', 137],
  ['SIGINT', 'group', 'SIGINT'],
  ['SIGHUP', 'group', 'SIGHUP'],
  ['SIGTERM', 'group', 'SIGTERM'],
  ['SIGKILL', 'group', 'SIGKILL'],
]

for (const [signal, target, ended] of cases) {
  test(`npm start leaves nothing running: ${signal} to ${target}`, async () => {
    const run = await npmStart(folders.data)
    process.kill(pidOf[target](run), signal)
    expect.soft(await run.ended).toBe(ended)
    await expect.poll(() => stillRunning(run.processes), { timeout: 60_000 }).toEqual([])
  })
}
