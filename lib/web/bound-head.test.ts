import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { boundHead } from './bound-head'

const requestOf = (url: string, cookie?: string) => ({ url, headers: { cookie } }) as unknown as IncomingMessage

test.each(['/sign-in', '/api/health', '/api/webhooks/deployments'])('%s with 100 parameters, and not more', (path) => {
  const of = (count: number) => boundHead(requestOf(`${path}?${Array(count).fill('a').join('&')}`))
  expect(of(100)).toBeNull()
  expect(of(101)).toMatchObject({ code: 'invalid' })
  expect(boundHead(requestOf(`${path}?a?${'=&'.repeat(7_500)}`))).toMatchObject({ code: 'invalid' })
})

test('cookies of others are left out, and each of ours is there once', () => {
  const others = Array.from({ length: 2_500 }, (_, index) => `${index}=`).join('; ')
  const request = requestOf('/', `${others}; next-auth.session-token=a=b; next-auth.session-token=c;next-auth.state=d`)
  expect(boundHead(request)).toBeNull()
  expect(request.headers.cookie).toBe('next-auth.session-token=a=b;next-auth.state=d')
})

test('of a long User-Agent the beginning is left', () => {
  const request = requestOf('/api/health')
  request.headers['user-agent'] = `Mozilla/5.0 ${'a'.repeat(15_000)}`
  expect(boundHead(request)).toBeNull()
  expect(request.headers['user-agent']).toBe(`Mozilla/5.0 ${'a'.repeat(244)}`)
})
