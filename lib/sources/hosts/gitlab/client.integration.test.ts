import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type AnsweringServer, startAnsweringServer } from '@/lib/testing/answering-server'
import { gitlabClient } from './client'

const servers: AnsweringServer[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

/** The query of the next page, as a `Link` header names it. */
async function nextOf(link: string): Promise<string | null> {
  const server = await startAnsweringServer((_, response) => response.writeHead(200, { Link: link }).end('[]'))
  servers.push(server)
  const options = { retry: false, timeoutMs: 10_000, secondMs: 1 }
  const client = gitlabClient({ baseUrl: server.origin, token: 'x' }, options)()
  return (await client.get('projects', {}, z.unknown())).next
}

const [first, second] = ['https://gitlab.example/api?page=1&q=a,b;c', 'https://gitlab.example/api?page=2']

test.each([
  ['', null],
  [`<${second}>; rel="next"`, 'page=2'],
  [`<${second}> ;rel=next`, 'page=2'],
  [`<${first}>; rel="prev", <${second}>; rel="next", <${first}>; rel="first"`, 'page=2'],
  [`<${second}>; rel="last", <${first}>; rel="next"`, 'page=1&q=a,b;c'],
  [`<${first}>; rel="first", <${second}>; rel="last"`, null],
  [`${'<'.repeat(3_000)}>, <${second}>; rel="next"`, 'page=2'],
  ['<nowhere>; rel="next"', null],
])('the next page of %s', async (link, next) => {
  expect(await nextOf(link)).toBe(next)
})

test('a header of links that is too long is refused', async () => {
  await expect(nextOf(`<${first}${'a'.repeat(4_000)}>; rel="next"`)).rejects.toMatchObject({ kind: 'access' })
})
