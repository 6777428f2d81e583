import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startAnsweringServer } from '@/lib/testing/answering-server'
import { createSigningKey, startTokenIssuer, type TokenIssuer } from '@/lib/testing/token-issuer'
import { findIssuerKey, keptIssuerKey } from './issuer-keys'

let issuer: TokenIssuer

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  issuer = await startTokenIssuer()
})

afterEach(async () => {
  vi.useRealTimers()
  await issuer.stop()
})

const seconds = (count: number) => vi.advanceTimersByTime(count * 1000)
const find = (keyId = issuer.key.id, organizationId = 1) => findIssuerKey(issuer.issuer, keyId, organizationId)

test('keys are read once for all who ask at once, and kept for ten minutes', async () => {
  const found = await Promise.all(Array.from({ length: 50 }, () => find()))
  expect(found).toEqual(Array(50).fill(issuer.key.publicJwk))
  seconds(599)
  await find()
  expect(issuer.reads()).toBe(1)
  seconds(2)
  await find()
  expect(issuer.reads()).toBe(2)
})

test('a key that is not among them is looked for again, twice a minute at most', async () => {
  await find()
  const next = await createSigningKey()
  issuer.published.push(next.publicJwk)
  for (let times = 0; times < 20; times += 1) expect(await find(next.id)).toBeNull()
  expect(issuer.reads()).toBe(1)
  seconds(31)
  const found = await Promise.all(Array.from({ length: 20 }, (_, index) => find(index === 0 ? 'none' : next.id)))
  expect(found[0]).toBeNull()
  expect(found[1]).toEqual(next.publicJwk)
  expect(issuer.reads()).toBe(2)
})

test('a key that the issuer has withdrawn does not count any more once they were read again', async () => {
  await find()
  const [withdrawn] = issuer.published.splice(0, 1, (await createSigningKey()).publicJwk)
  expect(withdrawn).toEqual(issuer.key.publicJwk)
  seconds(601)
  expect(await find()).toBeNull()
})

test('while an issuer answers 500, known keys count, others are unavailable, and it is called once in ten seconds', async () => {
  await find()
  let calls = 0
  issuer.answerWith((_, response) => {
    calls += 1
    response.writeHead(500).end()
  })
  seconds(31)
  for (let times = 0; times < 5; times += 1)
    await expect(find('unknown')).rejects.toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '10' } })
  expect(await find()).toEqual(issuer.key.publicJwk)
  expect(calls).toBe(1)
  issuer.answerWith(null)
  seconds(11)
  expect(await find('unknown')).toBeNull()
})

test.each([
  ['nothing but 404', (response: ServerResponse) => response.writeHead(404).end()],
  ['a page in place of JSON', (response: ServerResponse) => response.end('<html>')],
  ['nothing but 500', (response: ServerResponse) => response.writeHead(500).end()],
])('keys that were read count for a day while an issuer answers %s, and no others', async (_name, answer) => {
  await find()
  issuer.answerWith((_, response) => answer(response))
  for (const hours of [0.2, 23.7]) {
    seconds(hours * 3_600)
    expect(await find()).toEqual(issuer.key.publicJwk)
    await expect(find('unknown')).rejects.toMatchObject({ code: 'unavailable' })
  }
  seconds(600)
  await expect(find()).rejects.toMatchObject({ code: 'unavailable' })
  issuer.answerWith(null)
  seconds(11)
  expect(await find()).toEqual(issuer.key.publicJwk)
})

test('keys that are kept are found without a call', async () => {
  expect(keptIssuerKey(issuer.issuer, issuer.key.id)).toBeNull()
  await find()
  seconds(23 * 3_600)
  expect(keptIssuerKey(issuer.issuer, issuer.key.id)).toEqual(issuer.key.publicJwk)
  expect(issuer.reads()).toBe(1)
  seconds(3_601)
  expect(keptIssuerKey(issuer.issuer, issuer.key.id)).toBeNull()
})

test('very many issuers of one organization leave the keys that another one uses in place', async () => {
  const { origin, stop } = await startAnsweringServer(({ url = '' }, response) => {
    const name = `${origin}${url.slice(0, url.indexOf('/', 1))}`
    response.end(JSON.stringify({ issuer: name, jwks_uri: `${name}/keys`, keys: [] }))
  })
  await find()
  for (let count = 0; count < 510; count += 1) {
    await findIssuerKey(`${origin}/${count}`, 'any', 2)
    if (count % 100 === 0) await find()
  }
  await find()
  expect(issuer.reads()).toBe(1)
  await stop()
})

test('an issuer where nothing listens, or that is closed while it answers, is unavailable', async () => {
  const { origin, stop } = await startAnsweringServer(() => undefined)
  await stop()
  await expect(findIssuerKey(origin, 'any', 1)).rejects.toMatchObject({ code: 'unavailable' })
  issuer.answerWith((request) => request.socket.destroy())
  await expect(find()).rejects.toMatchObject({ code: 'unavailable' })
})

test('issuers of one organization that never answer hold up neither its own keys that are known nor another one', async () => {
  await find()
  const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
  const hanging = await Promise.all(addresses.map((address) => startAnsweringServer(() => undefined, address)))
  const waiting = hanging.map(({ origin }) => findIssuerKey(origin, 'any', 1).catch(({ code }) => code))
  const other = await startTokenIssuer()
  expect(await find()).toEqual(issuer.key.publicJwk)
  expect(await findIssuerKey(other.issuer, other.key.id, 2)).toEqual(other.key.publicJwk)
  for (const { stop } of hanging) await stop()
  expect(await Promise.all(waiting)).toEqual(Array(4).fill('unavailable'))
  await other.stop()
})

test('many paths of a host that never answers, read for one organization, leave a place there to others', async () => {
  const paths: string[] = []
  const { origin, stop } = await startAnsweringServer(({ url = '' }) => void paths.push(url))
  const read = (path: string, organizationId: number) =>
    findIssuerKey(`${origin}/${path}`, 'any', organizationId).catch(({ code }) => code)
  const own = ['a', 'b', 'c', 'd'].map((path) => read(path, 1))
  const other = read('other', 2)
  await vi.waitFor(() => expect(paths).toHaveLength(2))
  expect(paths).toContain('/other/.well-known/openid-configuration')
  await stop()
  expect(await Promise.all([...own, other])).toEqual(Array(5).fill('unavailable'))
})

type Refused = [name: string, answer: (issuer: TokenIssuer) => unknown]

const jwk = (changes: object) => (own: TokenIssuer) => ({ keys: [{ ...own.key.publicJwk, ...changes }] })

test.each<Refused>([
  ['a modulus of 1,024 bits', jwk({ n: 'A'.repeat(171) })],
  ['a modulus of 16,384 bits', jwk({ n: 'A'.repeat(2_731) })],
  ['an exponent of 2,048 bits', jwk({ e: 'A'.repeat(342) })],
  ['a symmetric key', ({ key }) => ({ keys: [{ kty: 'oct', kid: key.id, k: 'c2VjcmV0' }] })],
  ['a key for encryption', jwk({ use: 'enc' })],
  ['101 keys', ({ key }) => ({ keys: Array(101).fill(key.publicJwk) })],
  ['65 KiB', ({ key }) => ({ keys: [key.publicJwk], more: 'x'.repeat(65 * 1024) })],
  ['no list of keys', () => ({ keys: null })],
  ['no JSON object', () => 'no'],
])('a key set with %s is not used, and not asked for again at once', async (_name, answer) => {
  const [set, { issuer: name }] = [answer(issuer), issuer]
  let calls = 0
  issuer.answerWith((request, response) => {
    calls += 1
    const discovery = { issuer: name, jwks_uri: `${name}/keys` }
    response.end(JSON.stringify(request.url === '/keys' ? set : discovery))
  })
  expect(await find()).toBeNull()
  expect(await find()).toBeNull()
  expect(calls).toBe(2)
})

test('keys at another origin, of another name or behind a redirect are not fetched', async () => {
  const other = await startTokenIssuer()
  const { issuer: name } = issuer
  const discoveries = [
    { issuer: name, jwks_uri: `${other.issuer}/keys` },
    { issuer: other.issuer, jwks_uri: `${name}/keys` },
    { issuer: name, jwks_uri: 'file:///etc/passwd' },
    { issuer: name, jwks_uri: 'no address' },
  ]
  for (const discovery of discoveries) {
    issuer.answerWith((_, response) => response.end(JSON.stringify(discovery)))
    expect(await find(other.key.id)).toBeNull()
    seconds(11)
  }
  issuer.answerWith((request, response) => response.writeHead(302, { Location: `${other.issuer}${request.url}` }).end())
  expect(await find(other.key.id)).toBeNull()
  expect(other.reads()).toBe(0)
  await other.stop()
})
