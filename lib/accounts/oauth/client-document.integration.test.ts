import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { noteLetIn } from '@/lib/accounts/members/crowd-of-person'
import { type AnsweringServer, startAnsweringServer } from '@/lib/testing/answering-server'
import { readClientDocument } from './client-document'

const redirectUris = ['https://app.example.com/callback']
// One text: it does not tell what answers behind an address.
const refused = {
  code: 'invalid',
  message: expect.stringMatching(/^No valid client metadata document could be read from \S+\.$/),
}

let server: AnsweringServer | undefined
let users = 0

afterEach(async () => {
  await server?.stop()
  server = undefined
})

/** Starts a host whose document is answered as `listener` says; returns the address of the document. */
async function publish(listener: (id: string) => RequestListener): Promise<string> {
  let id = ''
  server = await startAnsweringServer((request, response) => listener(id)(request, response))
  id = `${server.origin}/oauth/client.json`
  return id
}

const answering = (fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  publish((id) => (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers })
    response.end(JSON.stringify({ client_id: id, client_name: 'Helper', redirect_uris: redirectUris, ...fields }))
  })

const read = (id: string) => readClientDocument(id, ++users)

describe('an application that describes itself in a document', () => {
  it('is what the document says', async () => {
    const id = await answering({ client_uri: 'https://example.com', token_endpoint_auth_method: 'none' })
    expect(await read(id)).toEqual({ id, name: 'Helper', redirectUris })
  })

  it('is called by its host when it has no name', async () => {
    const id = await answering({ client_name: undefined })
    expect((await read(id)).name).toBe(new URL(id).host)
  })

  it.each([
    ['max-age=60', 1],
    ['no-store', 2],
    ['no-cache, max-age=60', 2],
    ['max-age=0', 2],
    ['', 1],
  ])('is read again as the headers of the document say: %j', async (header, times) => {
    const id = await answering({}, { 'Cache-Control': header })
    await read(id)
    await read(id)
    expect(server?.requests).toHaveLength(times)
  })
})

describe('a document is refused that', () => {
  it.each([
    ['names another id', { client_id: 'http://127.0.0.1:1/oauth/client.json' }],
    ['names no id', { client_id: undefined }],
    ['names no address', { redirect_uris: [] }],
    ['names an address that is none', { redirect_uris: ['javascript:alert(1)'] }],
    ['names an address without TLS', { redirect_uris: ['http://app.example.com/callback'] }],
    ['wants a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['wants a key', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['wants no codes', { grant_types: ['client_credentials'] }],
    ['has a name with invisible characters', { client_name: 'a\u202eb' }],
  ])('%s', async (_, fields) => {
    await expect(read(await answering(fields))).rejects.toMatchObject(refused)
  })

  it.each([
    ['is missing', 404, {}],
    ['cannot be had', 500, {}],
    ['is elsewhere on its host', 302, { Location: '/oauth/other.json' }],
    ['is on another host', 307, { Location: 'http://localhost:1/client.json' }],
  ])('%s', async (_, status, headers) => {
    const id = await publish(() => (_request, response) => response.writeHead(status, headers).end('{}'))
    await expect(read(id)).rejects.toMatchObject(refused)
    expect(server?.requests).toHaveLength(1)
  })

  it.each([
    ['is no JSON', '<html>'],
    ['is a list', '[]'],
    ['is empty', ''],
  ])('%s', async (_, body) => {
    const id = await publish(() => (_request, response) => response.end(body))
    await expect(read(id)).rejects.toMatchObject(refused)
  })

  it('is longer than 64 KiB', async () => {
    await expect(read(await answering({ logo: 'x'.repeat(70 * 1024) }))).rejects.toMatchObject(refused)
  })

  it('does not end', async () => {
    const id = await publish(() => (_request, response) => {
      response.write('{')
      const more = setInterval(() => response.write(' '.repeat(16)), 100)
      response.on('close', () => clearInterval(more))
    })
    await expect(read(id)).rejects.toMatchObject(refused)
  })

  it('never comes', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    await expect(read(`http://127.0.0.1:${port}/client.json`)).rejects.toMatchObject(refused)
    silent.close()
  })
})

describe('documents that are read at once', () => {
  const hosts: AnsweringServer[] = []

  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.stop()))
  })

  /** A host that answers each request once it is let. */
  async function slowHost() {
    const waiting: (() => void)[] = []
    const host = await startAnsweringServer((request, response) => {
      const client = { client_id: `${host.origin}${request.url}`, redirect_uris: redirectUris }
      waiting.push(() => response.end(JSON.stringify(client)))
    })
    hosts.push(host)
    const answerAll = () => {
      for (const answer of waiting.splice(0)) answer()
    }
    return { answerAll, called: () => host.requests.length, read: (path: number, by: number) => begin(host, path, by) }
  }

  const begin = ({ origin }: AnsweringServer, path: number, userId: number) =>
    readClientDocument(`${origin}/${path}.json`, userId)
  const calls = (count: () => number, expected: number) => expect.poll(count, { timeout: 4_000 }).toBe(expected)

  it('are two of one person and two of one host, however many are asked for, and others go on', async () => {
    const [slow, second, other] = [await slowHost(), await slowHost(), await slowHost()]
    const [person, stranger] = [++users, ++users]
    const reading = [slow.read(1, person), second.read(2, person), other.read(3, person)]
    reading.push(slow.read(4, ++users), slow.read(5, ++users))
    await calls(slow.called, 2)
    await calls(second.called, 1)
    reading.push(other.read(6, stranger))
    await calls(other.called, 1)
    expect([slow.called(), second.called()]).toEqual([2, 1])
    other.answerAll()
    slow.answerAll()
    second.answerAll()
    await calls(other.called, 2)
    await calls(slow.called, 3)
    other.answerAll()
    slow.answerAll()
    expect(await Promise.all(reading)).toHaveLength(6)
  })

  it('are two for one organization, however many people and hosts it has, and others go on', async () => {
    const [first, second, third, other] = [await slowHost(), await slowHost(), await slowHost(), await slowHost()]
    const people = [++users, ++users, ++users]
    for (const person of people) noteLetIn(person, 1)
    const reading = [first, second, third].map((host, index) => host.read(1, people[index] ?? 0))
    reading.push(other.read(1, ++users))
    await calls(other.called, 1)
    expect([first.called(), second.called(), third.called()]).toEqual([1, 1, 0])
    for (const { answerAll } of [first, second, other]) answerAll()
    await calls(third.called, 1)
    third.answerAll()
    expect(await Promise.all(reading)).toHaveLength(4)
  })

  it('are sixteen in all, and the next begins when one has ended', async () => {
    const crowd = await Promise.all(Array.from({ length: 8 }, slowHost))
    const reading = crowd.flatMap((host) => [host.read(1, ++users), host.read(2, ++users)])
    await calls(() => crowd.reduce((sum, { called }) => sum + called(), 0), 16)
    const other = await slowHost()
    reading.push(other.read(1, ++users))
    const meanwhile = await answering()
    for (let request = 0; request < 50; request += 1) await (await fetch(meanwhile)).text()
    expect(other.called()).toBe(0)
    for (const { answerAll } of crowd) answerAll()
    await calls(other.called, 1)
    other.answerAll()
    expect(await Promise.all(reading)).toHaveLength(17)
  })
})

describe('an address is not called that', () => {
  it.each([
    ['has no path', 'https://app.example.com/'],
    ['is not written as it is called', 'https://APP.example.com/client.json'],
    ['has dots in its path', 'https://app.example.com/a/../client.json'],
    ['has a fragment', 'https://app.example.com/client.json#x'],
    ['has a password', 'https://a:b@app.example.com/client.json'],
    ['has no TLS', 'http://app.example.com/client.json'],
    ['has a port of its own and no TLS', 'http://10.0.0.1:8080/client.json'],
  ])('%s', async (_, id) => {
    await expect(read(id)).rejects.toMatchObject({
      code: 'invalid',
      message: 'The client id of the application is not a valid https:// address with a path.',
    })
  })
})
