import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOfTurn } from './rate-limit/client-address'
import { refuseWith, watchRequests } from './request-context'

watchRequests()

const refused: unknown[] = []

const server = createServer(async (request, response) => {
  await setImmediate()
  if (request.url === '/late') response.flushHeaders()
  if (request.url === '/from') return response.end(addressOfTurn())
  if (request.url !== '/fine') refused.push(refuseWith(503, { 'Retry-After': '5' }))
  response.end('drawn')
})

const open = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
  return [response.status, response.headers.get('retry-after'), await response.text()]
}

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => server.close())

test('each request has a status of its own', async () => {
  const paths = ['/busy', '/fine', '/busy', '/fine']
  const answers = await Promise.all(paths.map(open))
  expect(answers).toEqual(paths.map((path) => (path === '/busy' ? [503, '5', 'drawn'] : [200, null, 'drawn'])))
  expect(refused.splice(0)).toEqual([true, true])
})

test('a head that has been sent stays as it is, and that is said', async () => {
  expect(await open('/late')).toEqual([200, null, 'drawn'])
  expect(refused.splice(0)).toEqual([false])
})

test('where a connection comes from is known', async () => {
  expect((await open('/from')).at(-1)).toBe('127.0.0.1')
})

test('outside of a request there is nothing to refuse, and no one who asks', () => {
  expect(refuseWith(503)).toBe(false)
  expect(addressOfTurn()).toBeNull()
})
