import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Host } from '@/lib/generated/prisma/enums'
import { sharedRest } from '@/lib/http/rest-after-parsing'
import { checkToken } from './check-token'

let server: Server | undefined
let requests = 0

afterEach(() => server?.close())

/** The address of a server that gives one answer to everything. */
async function answering(status: number, body: string, headers: Record<string, string> = {}): Promise<string> {
  requests = 0
  server = createServer((_, response) => {
    requests += 1
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const textOf = (host: Host, baseUrl: string) =>
  checkToken(1, host, { baseUrl, token: 'x' }).then(
    () => 'connected',
    (error: Error) => error.message,
  )

it('says whose token it is', async () => {
  const access = { baseUrl: await answering(200, '{"login":"ada","username":"grace"}'), token: 'x' }
  expect(await checkToken(1, 'github', access)).toBe('ada')
  expect(await checkToken(1, 'gitlab', access)).toBe('grace')
})

it('rests afterwards with whatever else its organization has parsed', async () => {
  const baseUrl = await answering(200, '{"login":"ada"}')
  const rested: number[] = []
  await checkToken(2, 'github', { baseUrl, token: 'x' })
  for (const id of [2, 3]) void sharedRest(`organization ${id}`).current.then(() => rested.push(id))
  await Promise.resolve()
  await Promise.resolve()
  expect(rested).toEqual([3])
})

it('says that a token is refused', async () => {
  expect(await textOf('gitlab', await answering(401, '{}'))).toBe('GitLab does not accept this token. Make a new one.')
})

it.each([
  [200, 'hello', {}],
  [200, '{"version":"1"}', {}],
  [204, '', {}],
  [302, '', { Location: 'http://127.0.0.1:1/' }],
  [403, '{}', {}],
  [404, '{}', {}],
  [429, '', { 'Retry-After': '1' }],
  [500, '', {}],
])('calls once, and says the same of %d %s as of a closed port', async (status, body, headers) => {
  const closedPort = await textOf('github', 'http://127.0.0.1:1')
  expect(closedPort).toBe('Nothing was connected. No GitHub answers at this address with this token: check both.')
  expect(await textOf('github', await answering(status, body, headers))).toBe(closedPort)
  expect(requests).toBe(1)
  // No network is queried for a name whose label is longer than 63 characters.
  expect(await textOf('github', `https://${'x'.repeat(64)}.invalid`)).toBe(closedPort)
})

describe('where private hosts are refused', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  it('says the same of all that is not public, names the setting, and calls no one', async () => {
    vi.stubEnv('PRIVATE_HOSTS', 'refuse')
    vi.resetModules()
    const refusing = await import('./check-token')
    const listening = await answering(200, '{"login":"ada"}')
    const names = ['127.0.0.1', '[::1]', 'localhost', '10.255.255.1', '169.254.169.254', `${'x'.repeat(64)}.invalid`]
    const { port } = new URL(listening)
    for (const [name, at] of [...names.map((name) => [name, port]), ['127.0.0.1', '65535']]) {
      const texts = (['github', 'gitlab'] as const).map((host) =>
        refusing
          .checkToken(1, host, { baseUrl: `http://${name}:${at}`, token: 'x' })
          .catch((error: Error) => error.message.replace(/^\S+/, 'It')),
      )
      for (const text of await Promise.all(texts)) {
        expect(text).toBe(
          'It leads to no public address. This server calls private ones only if its operator sets PRIVATE_HOSTS=allow.',
        )
      }
    }
    expect(requests).toBe(0)
  })
})
