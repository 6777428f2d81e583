import { expect, test } from '@playwright/test'
import { db } from '@/lib/db/db'
import { createConnected } from '@/lib/testing/host-webhooks'
import { watchMemory } from '@/lib/testing/watch-memory'
import { type ExtraServer, startExtraServer } from '../support/extra-server'
import { type Sending, sendEndless, sendLarge } from '../support/send-slowly'
import { serverUrls } from '../support/servers'
import { sessionCookie } from '../support/sessions'
import { listActions } from './app-inventory'
import { actionId } from './call-action'
import { pageRows } from './pages'
import { routeRows } from './routes'
import { createWorld, type World } from './world'

const largeBytes = 100 * 1024 * 1024
const maxGrowthMegabytes = 50

const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' }

let server: ExtraServer
let world: World
let cookie: { Cookie: string }

test.beforeAll(async () => {
  server = await startExtraServer({})
  world = await createWorld()
  const { name, value } = await sessionCookie(world.owner.id)
  cookie = { Cookie: `${name}=${value}` }
})

test.afterAll(async () => {
  await server.stop()
  await db().close()
})

test('100 MB sent to any address there is are refused, and the server keeps its size', async () => {
  test.setTimeout(600_000)
  const sendings = await everyDoor()
  for (const { path, headers } of sendings) await fetch(server.url + path, { headers }).then((answer) => answer.text())
  // What a refusal takes once and keeps, such as buffers, is there before it is measured.
  for (const sending of sendings) await sendLarge(server.url, sending, 1024 * 1024)
  const memory = await watchMemory(server.pid)
  for (const sending of sendings) {
    const { status } = await sendLarge(server.url, sending, largeBytes)
    expect.soft([null, 400, 401, 403, 404, 405, 413, 415], `${sending.method} ${sending.path}`).toContain(status)
  }
  expect(await memory.finish()).toBeLessThan(maxGrowthMegabytes)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('a body that never ends is given up, wherever it goes', async () => {
  const sendings: Sending[] = [
    { path: '/sign-in' },
    { path: '/sign-in', headers: multipart },
    action(),
    { path: '/nowhere/at/all' },
    { path: '/_next/static/nothing.js' },
    { path: '/api/auth/callback/credentials' },
    { path: '/api/auth/session', method: 'GET' },
    { path: '/healthz', method: 'HEAD' },
    await githubWebhook(),
  ]
  const answers = await Promise.all(sendings.map((sending) => sendEndless(server.url, sending)))
  expect(answers).toEqual(sendings.map(() => ({ status: 408, closed: true })))
})

for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
  test(`the log of the sign-in library is nowhere: ${method}`, async () => {
    for (const path of ['/api/auth/_log', '/api/auth/_log/', '/api/auth/%5Flog', '/api/auth/_log/x']) {
      const body = method === 'GET' ? undefined : JSON.stringify({ code: 'forged', message: 'ab://'.repeat(1_000) })
      const headers = { 'Content-Type': 'application/json' }
      const { status } = await fetch(serverUrls()[0] + path, { method, headers, body })
      expect([path, status]).toEqual([path, 404])
    }
  })
}

test('the sign-in library is given forms alone', async () => {
  const headers = { 'Content-Type': 'application/json' }
  const address = `${serverUrls()[0]}/api/auth/callback/credentials`
  expect((await fetch(address, { method: 'POST', headers, body: '{' })).status).toBe(415)
})

/** Every page and route as those would send to it who are let in, what Next answers itself, and addresses of nothing. */
async function everyDoor(): Promise<Sending[]> {
  const pages = pageRows.map(({ open }) => ({ path: open(world), headers: { ...cookie, ...multipart } }))
  const routes = routeRows.map(({ open }) => ({ path: open(world), headers: cookie }))
  const others = ['/nowhere/at/all', '/_next/static/nothing.js', '/_next/image?url=x', '/robots.txt', '/api/nothing']
  return [
    ...pages,
    ...routes,
    ...others.map((path) => ({ path })),
    action(),
    await githubWebhook(),
    { path: '/api/auth/_log', headers: { 'Content-Type': 'application/json' } },
    { path: '/api/auth/session', method: 'GET' },
    { path: '/sign-in', method: 'HEAD' },
  ]
}

function action(): Sending {
  const [first] = listActions().filter(({ name }) => name === 'tryPayload')
  if (!first) throw new Error('There is no action tryPayload')
  const headers = { ...cookie, ...multipart, Origin: server.url, 'Next-Action': actionId(first) }
  return { path: `/${world.organization.slug}/settings/deployments`, headers }
}

async function githubWebhook(): Promise<Sending> {
  const { connection } = await createConnected('github')
  return {
    path: `/api/webhooks/github?connection=${connection.publicId}`,
    headers: { 'Content-Type': 'application/json', 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` },
  }
}
