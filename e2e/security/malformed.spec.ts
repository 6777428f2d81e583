import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { db } from '@/lib/db/db'
import { startExtraServer } from '../support/extra-server'
import { serverUrls } from '../support/servers'
import { sessionCookie } from '../support/sessions'
import { listActions } from './app-inventory'
import { actionId } from './call-action'
import { pageRows } from './pages'
import { createWorld } from './world'

type Malformed = { method?: string; headers?: Record<string, string>; body?: string | FormData; status: number }

const forged = '{"level":"error","event":"forged"}'
const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' }

/** Whole forms of an action with arguments that it cannot have. */
const badForms = ['garbage', forged, '5', '[1]', '["$9","$K1"]', '["$nx","$K1"]', '["$F9","$K1"]'].map((text) =>
  form({ 0: text }),
)

/** A form in the encoding of React: `0` has the arguments, of which `$K1` is the form itself. */
function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

/** What no browser sends to a page; `action` are the headers of a form that one does send. */
function malformed(origin: string, action: Record<string, string>): Malformed[] {
  const own = { Origin: origin }
  return [
    { status: 403 },
    { headers: { Origin: 'null' }, status: 403 },
    { headers: { Origin: forged }, body: form({ 0: '[]' }), status: 403 },
    { headers: { Origin: 'https://evil.example' }, body: form({ 0: '[]' }), status: 403 },
    { headers: { ...own, 'Next-Action': forged }, body: form({ 0: '[]' }), status: 404 },
    { headers: { ...own, 'Next-Action': '__proto__' }, body: form({ 0: '[]' }), status: 404 },
    { headers: { ...action, ...multipart }, body: 'garbage', status: 400 },
    { headers: { ...own, ...multipart }, body: 'garbage', status: 400 },
    { headers: { ...own, ...multipart }, status: 400 },
    { headers: { ...own, 'Content-Type': 'multipart/form-data' }, body: 'garbage', status: 400 },
    { headers: own, body: form({ [`$ACTION_ID_${forged}`]: '' }), status: 400 },
    { headers: own, body: form({ $ACTION_REF_1: '', '$ACTION_1:0': 'garbage' }), status: 400 },
    { headers: { ...action, 'Content-Type': 'text/plain' }, body: 'garbage', status: 400 },
    { headers: action, status: 400 },
    ...['null', '5', '{}'].map((body) => ({ headers: { ...action, 'Content-Type': 'text/plain' }, body, status: 400 })),
    { headers: action, body: form({ 0: 'null' }), status: 400 },
    ...['PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({ method, headers: own, status: 405 })),
  ]
}

function idOf(name: string): string {
  const action = listActions().find((candidate) => candidate.name === name)
  return action ? actionId(action) : ''
}

/** Sends the form of an action to a page, from an address of this machine and without a session. */
function sendFrom(localAddress: string, page: URL, action: string): Promise<number | undefined> {
  const headers = { Origin: page.origin, 'Next-Action': action, 'Content-Type': 'text/plain' }
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: page.port, path: page.pathname, method: 'POST', headers, localAddress, agent: false },
      (response) => resolve(response.resume().statusCode),
    )
    sent.on('error', reject).end('[]')
  })
}

test.afterAll(() => db().close())

test('what no browser sends is refused on every page, and writes no line of its own into the log', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline malformed '))
  const file = path.join(folder, 'log')
  const messages = openSync(file, 'w')
  const server = await startExtraServer({}, { messages })
  closeSync(messages)
  const world = await createWorld()
  const { name, value } = await sessionCookie(world.owner.id)
  const cookie = { Cookie: `${name}=${value}` }
  const own = { Origin: server.url, 'Next-Action': idOf('register') }
  const send = async (address: string, { method = 'POST', headers, body }: Omit<Malformed, 'status'>) =>
    (await fetch(server.url + address, { method, headers: { ...cookie, ...headers }, body, redirect: 'manual' })).status

  for (const { page, open } of pageRows) {
    for (const { status, ...request } of malformed(server.url, own)) {
      expect.soft(await send(open(world), request), `${page} ${JSON.stringify(request)}`).toBe(status)
    }
  }
  const page = `/invite/${world.invitation.token}`
  for (const body of badForms) expect.soft(await send(page, { headers: own, body })).toBeLessThan(500)
  for (const address of ['/robots.txt', '/favicon.ico', '/icon.svg', '/_next/static/nothing.js']) {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect.soft(await send(address, { method, headers: { Origin: server.url } }), `${method} ${address}`).toBe(405)
    }
    const ranges = { Range: 'bytes=99999999-', 'If-Match': 'x' }
    expect.soft(await send(address, { method: 'GET', headers: ranges }), address).toBeLessThan(500)
  }
  for (const address of ['/%zz', '/%E0%A4%A', `/${world.organization.slug}/%`]) {
    expect.soft(await send(address, { method: 'GET' }), address).toBe(400)
  }
  const ofAnotherBuild = { Origin: server.url, 'Next-Action': 'a1'.repeat(21) }
  for (let time = 0; time < 200; time += 1) {
    expect.soft(await send(page, { headers: ofAnotherBuild, body: form({ 0: '[]' }) })).toBe(409)
  }
  expect(await server.stop()).toBe(0)

  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  const events = lines.map((line) => JSON.parse(line).event)
  expect(events).toContain('server message')
  expect(events).not.toContain('forged')
  for (const line of lines) expect(line).not.toContain('TypeError')
  const ofUnknown = lines.filter((line) => line.includes('Failed to find Server Action'))
  expect(ofUnknown.length).toBeGreaterThan(0)
  expect(ofUnknown.length).toBeLessThan(100)
  await rm(folder, { recursive: true })
})

test('forms of strangers with an action that their page does not have are refused, and keep no other from it', async () => {
  const page = new URL('/sign-in', serverUrls()[0])
  const register = idOf('register')
  const addresses = Array.from({ length: 60 }, (_, index) => `127.0.1.${1 + (index % 20)}`)
  const forms = addresses.map((address) => sendFrom(address, page, register))
  const opened = (await fetch(page)).status
  expect([opened, ...(await Promise.all(forms))]).toEqual([200, ...forms.map(() => 409)])
})

test('what would cost more with every parameter or cookie is bounded, wherever it is sent', async () => {
  const [url] = serverUrls()
  const parameters = Array(7_500).fill('a').join('&')
  for (const path of ['/sign-in', '/nothing/here', '/api/auth/csrf']) {
    expect([path, (await fetch(`${url}${path}?${parameters}`)).status]).toEqual([path, 400])
  }
  for (const path of ['/[org]', '/invite/[token]', '/docs/api/[operation]']) {
    const name = path.slice(path.indexOf('['))
    expect([path, (await fetch(`${url}${path}${name.repeat(1_000)}`)).status]).toEqual([path, 400])
  }
  for (const path of ['/api/auth', '/api/v1', '/nothing'])
    expect([path, (await fetch(`${url}${path}${'/a'.repeat(3_000)}`)).status]).toEqual([path, 400])
  const odd = [
    'error?error=%0d%0ax',
    'error?error=%E2%82%AC',
    'callback/x?callbackUrl=javascript:x',
    'csrf?callbackUrl=//',
  ]
  for (const address of odd)
    expect([address, (await fetch(`${url}/api/auth/${address}`)).status]).toEqual([address, 400])
  const ofNoPage = { rsc: '1', 'next-router-state-tree': '["",{"children":1}]' }
  expect((await fetch(`${url}/nothing/here`, { headers: ofNoPage })).status).toBe(400)
  const cookie = Array.from({ length: 2_000 }, (_, index) => `${index}=`).join('; ')
  expect((await fetch(`${url}/api/auth/csrf`, { headers: { cookie } })).status).toBe(200)
})

test('a body to sign in or out is a form and never parsed as JSON, whatever its type says', async () => {
  const [url] = serverUrls()
  const form = 'application/x-www-form-urlencoded'
  const send = async (address: string, type: string, body: string) => {
    const request = { method: 'POST', headers: { 'Content-Type': type }, body, redirect: 'manual' } as const
    return (await fetch(`${url}/api/auth/${address}`, request)).status
  }
  for (const address of ['signout', 'signin', 'signin/credentials', 'callback/credentials', 'session', 'csrf']) {
    const asForm = await send(address, form, 'garbage')
    expect(asForm, address).toBeLessThan(500)
    for (const type of [`${form}; application/json`, `${form}; x="application/json"`]) {
      for (const body of ['garbage', '['.repeat(60_000), '{"csrfToken":{}}'])
        expect([address, type, await send(address, type, body)]).toEqual([address, type, asForm])
    }
    expect([address, await send(address, 'application/json', '')]).toEqual([address, asForm])
    expect([address, await send(address, 'application/json', '{}')]).toEqual([address, 415])
  }
})
