import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { generateToken } from '@/lib/accounts/api-keys/token'
import { setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

const unavailable = { status: 503, body: { error: 'Temporarily unavailable, retry' } }

let silent: Server | undefined

afterEach(async () => {
  await db().close()
  silent?.close()
})

async function portThatNeverAnswers(): Promise<number> {
  silent = createServer()
  await new Promise<void>((resolve) => silent?.listen(0, '127.0.0.1', resolve))
  return (silent.address() as AddressInfo).port
}

async function portThatRefuses(): Promise<number> {
  const port = await portThatNeverAnswers()
  await new Promise((resolve) => silent?.close(resolve))
  return port
}

describe('without a database', () => {
  it.each([
    ['refuses connections', portThatRefuses],
    ['never answers', portThatNeverAnswers],
  ])('answers 503 with Retry-After when it %s', async (_name, port) => {
    setDatabaseUrl(`postgresql://leadline@127.0.0.1:${await port()}/leadline`)
    const { status, body, headers } = await postEvent(generateToken(), deploymentBody())
    expect({ status, body }).toEqual(unavailable)
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  })

  it('refuses 10,000 malformed keys with 401, since none of them is looked up', async () => {
    setDatabaseUrl(`postgresql://leadline@127.0.0.1:${await portThatRefuses()}/leadline`)
    const malformed = Array.from({ length: 10_000 }, (_, index) => {
      const token = generateToken()
      return `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}${index % 2 ? '' : ' '}`
    })
    const answers = await Promise.all(malformed.map((token) => postEvent(token, {})))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  }, 60_000)
})
