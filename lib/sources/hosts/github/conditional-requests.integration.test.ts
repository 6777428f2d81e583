import { afterEach, expect, it } from 'vitest'
import { type AnsweringServer, startAnsweringServer } from '@/lib/testing/answering-server'
import { background } from '../call-options'
import { githubClient } from './client'

let server: AnsweringServer

afterEach(() => server.stop())

/** How many of the answers need not be sent again on a repeated request. */
async function countKept(answers: number, body: string): Promise<number> {
  let kept = 0
  server = await startAnsweringServer((request, response) => {
    response.setHeader('Content-Type', 'application/json').setHeader('ETag', '"1"')
    if (!request.headers['if-none-match']) return response.end(body)
    kept += 1
    response.writeHead(304).end()
  })
  const client = githubClient({ baseUrl: server.origin, token: 'x' }, background)
  for (let number = 0; number < answers; number += 1) await client.request(`GET /${number}`)
  for (let number = answers - 1; number >= 0; number -= 1) await client.request(`GET /${number}`)
  return kept
}

const textOf = (length: number) => JSON.stringify(['x'.repeat(length)])

it('keeps small answers', async () => {
  expect(await countKept(20, textOf(100))).toBe(20)
})

it('keeps no more of large ones than 256 KiB', async () => {
  expect(await countKept(6, textOf(75_000))).toBe(3)
})

it('counts what an answer takes when it is parsed', async () => {
  expect(await countKept(6, `[${'{},'.repeat(1_000)}{}]`)).toBe(2)
})
