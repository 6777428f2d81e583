import { expect, it } from 'vitest'
import { ingestConnection } from '@/lib/db/ingest-for'
import { never } from '@/lib/db/transaction'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { githubPushEvent } from '@/lib/testing/github-events'
import { createConnected, createFollowed, sendGithub } from '@/lib/testing/host-webhooks'
import { keepParsing } from '@/lib/testing/keep-parsing'
import { type Answer, postBatch, postEvent } from '@/lib/testing/webhook'

it('an organization that is slow with its events and host webhooks leaves connections to others', async () => {
  const [slow, other] = [await createTenant(), await createTenant()]
  const connected = await createConnected('github', {}, slow.organization)
  const repository = await createFollowed(connected)
  const push = () => sendGithub(connected, 'push', githubPushEvent(repository))
  let running = 0
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const wait = () =>
    ingestConnection(slow.organization.id, never, () => {
      running += 1
      return ended
    })
  const work = Array.from({ length: 20 }, wait)
  await expect.poll(() => running).toBe(4)
  const events = Array.from({ length: 20 }, () => postEvent(other.token, deploymentBody()))
  expect((await Promise.all(events)).map(({ status }) => status)).toEqual(Array(20).fill(201))
  const [event, webhook] = await Promise.all([postEvent(slow.token, deploymentBody()), push()])
  expect([event.status, webhook.status]).toEqual([503, 503])
  expect(running).toBe(4)
  end()
  await Promise.all(work)
  expect((await postEvent(slow.token, deploymentBody())).status).toBe(201)
})

it('bodies of one organization that do not end leave memory to others, and it finds room again', async () => {
  const [slow, other] = [await createTenant(), await createTenant()]
  const arriving: ReadableStreamDefaultController[] = []
  const refused: Answer[] = []
  const post = async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(200 * 1024).fill(32))
        arriving.push(controller)
      },
    })
    const answer = await postEvent(slow.token, null, { body })
    if (answer.status === 503) refused.push(answer)
  }
  const posted = Array.from({ length: 170 }, post)
  await expect.poll(() => refused.length, { timeout: 8_000 }).toBeGreaterThan(0)
  const [first] = refused
  expect(first?.body).toEqual({ error: 'Too much arrives at once, retry' })
  expect(first?.headers.get('retry-after')).toBe('5')
  expect((await postEvent(other.token, deploymentBody())).status).toBe(201)
  for (const controller of arriving) controller.error(new Error('hung up'))
  await Promise.all(posted)
  expect((await postEvent(slow.token, deploymentBody())).status).toBe(201)
})

it('long events of one organization that wait to be parsed hold up neither its short ones nor those of others', async () => {
  const [slow, other] = [await createTenant(), await createTenant()]
  const waiting = keepParsing({ organizationId: slow.organization.id, apiKeyId: slow.apiKeyId })
  const long = () => deploymentBody({ rawPayload: { text: 'x'.repeat(20_000) } })
  const [refused, batch, short, ofOther] = await Promise.all([
    postEvent(slow.token, long()),
    postBatch(slow.token, [long(), deploymentBody()]),
    postEvent(slow.token, deploymentBody()),
    postEvent(other.token, long()),
  ])
  expect([refused.status, short.status, ofOther.status]).toEqual([503, 201, 201])
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(batch.body.results).toMatchObject([{ status: 503, retryAfter: 5 }, { status: 201 }])
  await waiting
  expect((await postEvent(slow.token, long())).status).toBe(201)
})
