import { afterAll, beforeAll, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { authenticate } from '@/lib/accounts/api-keys/authenticate'
import { revokeApiKey } from '@/lib/accounts/api-keys/revoke'
import { watchRequests } from '@/lib/http/request-context'
import { type AnsweringServer, startAnsweringServer } from '@/lib/testing/answering-server'
import { createTenant } from '@/lib/testing/factories'
import { knownCrowd } from './known-callers'

watchRequests()

let server: AnsweringServer
const isKnown: boolean[] = []
beforeAll(async () => {
  server = await startAnsweringServer(async (request, response) => {
    isKnown.push(knownCrowd(request) !== null)
    const headers = new Headers({ authorization: request.headers.authorization ?? '' })
    await authenticate(new Request('http://leadline.test', { headers }), 'ingest').catch(() => undefined)
    response.end()
  })
})
afterAll(() => server.stop())

it('a key is known once it was accepted, and one that was refused is not', async () => {
  const { token } = await createTenant()
  const other = await createTenant()
  await revokeApiKey(operatorOf(other.organization.id), other.apiKeyId)
  const post = async (key: string) => {
    await fetch(server.origin, { headers: { authorization: `Bearer ${key}` } })
    return isKnown.pop()
  }
  expect([await post(token), await post(token)]).toEqual([false, true])
  expect([await post(other.token), await post(other.token)]).toEqual([false, false])
})
