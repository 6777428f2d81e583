import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { type Checkout, openCheckout, type Run } from './testing/checkout'

let checkout: Checkout

let page = 0

beforeAll(async () => {
  checkout = await openCheckout()
})
// A change of source, so that every start has something to build.
beforeEach(() => checkout.changePage(`page ${++page}\n`))
// What a test that failed left waiting would stop those after it.
afterEach(() => checkout.endAll())
afterAll(() => checkout.remove())

type Start = Run & { url: string }

async function start(settings: Record<string, string> = {}): Promise<Start> {
  const port = settings.PORT ?? String(await findFreePort())
  const run = checkout.run('node', ['scripts/launch.cjs', 'scripts/start.ts'], { PORT: port, ...settings })
  return { ...run, url: `http://localhost:${port}` }
}

const served = async ({ url }: Start) => (await fetch(url)).text()
const built = (text = `page ${page}\n`) => `${text}${text}`

async function stop(...starts: Start[]): Promise<void> {
  for (const { child } of starts) child.kill('SIGTERM')
  expect(await Promise.all(starts.map(({ ended }) => ended))).toEqual(starts.map(() => 0))
  for (const { processes } of starts) await expect.poll(processes, { timeout: 30_000 }).toEqual([])
}

const oneBuild = ['.next', expect.stringMatching(/^\.next-[0-9a-f]{16}$/)]

it('of two that start at once after a change one builds, and both serve', async () => {
  const release = await checkout.hold('building')
  const starts = [await start({ DATABASE_URL: '' }), await start({ DATABASE_URL: '' })]
  await Promise.all(starts.map(({ printed }) => printed('"step":"Migrations"')))
  await checkout.reached('building', 1)
  await release()
  await Promise.all(starts.map(({ printed }) => printed('"step":"Server"')))
  expect(await Promise.all(starts.map(served))).toEqual([built(), built()])
  expect(await checkout.count('building')).toBe(1)
  await stop(...starts)
  expect(await checkout.builds()).toEqual(oneBuild)
})

it('npm start serves what npm run build has built, and builds nothing', async () => {
  const build = checkout.run('node', ['scripts/launch.cjs', 'scripts/build.ts'], { DATABASE_URL: 'not one' })
  expect(await build.ended).toBe(0)
  expect(build.output()).toContain('● Production build: built')
  const forgetBuilds = await checkout.hold('building')
  await forgetBuilds()
  const one = await start({ HOST: '127.0.0.1' })
  await one.printed('"result":"http://127.0.0.1:')
  expect(one.output()).toContain('"step":"Production build","result":"up to date"')
  expect(await served({ ...one, url: one.url.replace('localhost', '127.0.0.1') })).toBe(built())
  expect(await checkout.count('building')).toBe(0)
  await stop(one)
})

it('of two on one port one serves, and the other says that the port is taken', async () => {
  const release = await checkout.hold('listening')
  const PORT = String(await findFreePort())
  const starts = [await start({ PORT }), await start({ PORT })]
  // The second may already see the first one's port.
  await Promise.race([checkout.reached('listening', 2), ...starts.map(({ ended }) => ended)])
  await release()
  const [loser, winner] = await Promise.race(
    starts.map(async (one, index) => {
      await one.ended
      return index === 0 ? [one, starts[1]] : [one, starts[0]]
    }),
  )
  if (!loser || !winner) throw new Error('None ended')
  expect(await loser.ended).toBe(1)
  expect(loser.output()).toContain(`error: Port ${PORT} is taken. Choose another, for example PORT=`)
  expect(loser.output()).not.toContain('"step":"Server"')
  await winner.printed('"step":"Server"')
  expect(await served(winner)).toBe(built())
  await stop(winner)
})

it('what changes while it is built is built again, and never served in two halves', async () => {
  const release = await checkout.hold('building')
  const one = await start()
  await checkout.reached('building', 1)
  await checkout.changePage('changed\n')
  await release()
  await one.printed('"step":"Server"')
  expect(await served(one)).toBe(built('changed\n'))
  expect(await checkout.count('building')).toBe(2)
  await stop(one)
  expect(await checkout.builds()).toEqual(oneBuild)
})

it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a build that %s interrupts leaves nothing running, and the next start builds and serves',
  async (signal) => {
    const release = await checkout.hold('building')
    const killed = await start({ DATABASE_URL: '' })
    await checkout.reached('building', 1)
    killed.child.kill(signal)
    expect(await killed.ended).toBe({ SIGKILL: 'SIGKILL', SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }[signal])
    await expect.poll(killed.processes, { timeout: 30_000 }).toEqual([])
    await release()
    const next = await start({ DATABASE_URL: '' })
    await next.printed('"step":"Server"')
    expect(await served(next)).toBe(built())
    await stop(next)
    expect(await checkout.builds()).toEqual(oneBuild)
  },
)
