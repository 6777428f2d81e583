import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { boundHead } from './bound-head'

const sealed = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')}.`

const requestOf = (url: string, cookie?: string) =>
  ({ url, headers: { cookie }, rawHeaders: [] }) as unknown as IncomingMessage

test.each(['/sign-in', '/healthz', '/api/webhooks/deployments'])('%s with 100 parameters, and not more', (path) => {
  const of = (count: number) => boundHead(requestOf(`${path}?${Array(count).fill('a').join('&')}`))
  expect(of(100)).toBeNull()
  expect(of(101)).toMatchObject({ code: 'invalid' })
  expect(boundHead(requestOf(`${path}?a?${'=&'.repeat(7_500)}`))).toMatchObject({ code: 'invalid' })
})

test.each(['nxtP', 'nxtIorg=a', '%6extPa=b', 'a=b&n%78t%50=', '=&nxtPx'])(
  'no parameter %s, which Next gives to itself',
  (parameters) => {
    expect(boundHead(requestOf(`/sign-in?${parameters}`))).toMatchObject({ code: 'invalid' })
  },
)

test.each(['nxt=P', 'q=nxtP', 'anxtI=1', 'NXTP'])('any other parameter: %s', (parameters) => {
  expect(boundHead(requestOf(`/sign-in?${parameters}`))).toBeNull()
})

test.each([
  ['/acme/deployments?q=', 4_096],
  ['/api/v1/', 4_096],
  ['/sign-in/x?a=', 4_096],
  ['/sign-in?callbackUrl=', 8_192],
  ['/oauth/authorize?state=', 8_192],
  ['/api/auth/callback/oidc?code=', 8_192],
])('%s with %i characters, and not more', (path, length) => {
  expect(boundHead(requestOf(path.padEnd(length, '<')))).toBeNull()
  expect(boundHead(requestOf(path.padEnd(length + 1, '<')))).toMatchObject({ code: 'invalid' })
})

test.each(['/api/auth', '/api/v1', '/acme', '/_next/static'])('%s with 32 parts of a path, and not more', (path) => {
  const own = path.split('/').length - 1
  expect(boundHead(requestOf(`${path}${'/a'.repeat(32 - own)}?a=${'/'.repeat(100)}`))).toBeNull()
  expect(boundHead(requestOf(`${path}${'/a'.repeat(33 - own)}`))).toMatchObject({ code: 'invalid' })
})

test.each(['[org]', '%5Borg]', '%5borg%5D', '['])('16 times %s in a path, and not more', (name) => {
  expect(boundHead(requestOf(`/${name.repeat(16)}?a=${name.repeat(100)}`))).toBeNull()
  expect(boundHead(requestOf(`/${name.repeat(17)}`))).toMatchObject({ code: 'invalid' })
})

test.each([
  '/_next/static/../../docs/api',
  '/_next/static/%2e%2E/.%2e/sign-in',
  '/./sign-in',
  '/x/..',
  '/x/.?a=b',
  '/x/..#a',
  '/_next/static\\..\\..\\sign-in',
  '/_next/static/.\t./sign-in',
])('%j is not what a client sends', (url) => {
  expect(boundHead(requestOf(url))).toMatchObject({ code: 'invalid' })
})

test.each([
  '/',
  '/.well-known/oauth-authorization-server',
  '/acme/services/..api',
  '/acme/deployments?service=/../a&b=\\',
])('%s is', (url) => {
  expect(boundHead(requestOf(url))).toBeNull()
})

test('cookies of others are left out, and each of ours is there once', () => {
  const others = Array.from({ length: 2_500 }, (_, index) => `${index}=`).join('; ')
  const request = requestOf(
    '/',
    `${others}; next-auth.csrf-token=a=b; next-auth.csrf-token=c;next-auth.state=${sealed}d`,
  )
  expect(boundHead(request)).toBeNull()
  expect(request.headers.cookie).toBe(`next-auth.csrf-token=a=b;next-auth.state=${sealed}d`)
})

test('a cookie whose name begins with a space that is none of ASCII is none of ours', () => {
  const request = requestOf('/', `\xA0next-auth.state=${sealed}planted; next-auth.state=${sealed}own`)
  expect(boundHead(request)).toBeNull()
  expect(request.headers.cookie).toBe(`next-auth.state=${sealed}own`)
})

test.each(['next-auth.session-token', 'next-auth.pkce.code_verifier', 'leadline.known-browser', 'leadline.connecting'])(
  'what is in %s is left out unless it is sealed as here',
  (name) => {
    const slow = Buffer.from('{"alg":"PBES2-HS512+A256KW","enc":"A256GCM","p2c":9999}').toString('base64url')
    const request = requestOf('/', `${name}=${slow}.a; ${name}=a; ${name}=${sealed}.a`)
    expect(boundHead(request)).toBeNull()
    expect(request.headers.cookie).toBe(`${name}=${sealed}.a`)
  },
)

test('a theme is left where it is one', () => {
  const request = requestOf('/', 'leadline.theme=x; leadline.theme=dark')
  expect(boundHead(request)).toBeNull()
  expect(request.headers.cookie).toBe('leadline.theme=dark')
})

test('of a long User-Agent the beginning is left', () => {
  const request = requestOf('/healthz')
  request.headers['user-agent'] = `Mozilla/5.0 ${'a'.repeat(15_000)}`
  expect(boundHead(request)).toBeNull()
  expect(request.headers['user-agent']).toBe(`Mozilla/5.0 ${'a'.repeat(244)}`)
})
