import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from '@playwright/test'
import { db } from '@/lib/db/db'
import { githubPullRequestEvent, mergedFields } from '@/lib/testing/github-events'
import { gitlabMergeRequestEvent } from '@/lib/testing/gitlab-events'
import { type Connected, createConnected, createFollowed } from '@/lib/testing/host-webhooks'
import { serverUrls } from '../support/servers'

test.afterAll(() => db().close())

async function send(server: string, { connection }: Connected, headers: Record<string, string>, body: string) {
  const address = `${server}/api/webhooks/${connection.host}?connection=${connection.publicId}`
  const type = { 'Content-Type': 'application/json' }
  const response = await fetch(address, { method: 'POST', redirect: 'manual', headers: { ...type, ...headers }, body })
  return { status: response.status, text: await response.text() }
}

function asGithub({ webhookSecret }: Connected, event: string, body: string): Record<string, string> {
  const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
  const delivery = randomUUID()
  return { 'X-GitHub-Event': event, 'X-GitHub-Delivery': delivery, 'X-Hub-Signature-256': `sha256=${signature}` }
}

test('GitHub delivers to one process, and again to another: it counts once', async () => {
  const connected = await createConnected('github')
  const repository = await createFollowed(connected)
  const body = JSON.stringify(githubPullRequestEvent(repository, 'closed', mergedFields))
  const headers = asGithub(connected, 'pull_request', body)
  const answers = []
  for (const server of serverUrls()) answers.push(await send(server, connected, headers, body))
  expect(answers).toEqual([
    { status: 200, text: '{"outcome":"accepted"}' },
    { status: 200, text: '{"outcome":"known"}' },
  ])
  const stored = await db().prisma.pullRequest.findMany({ where: { repositoryId: repository.id } })
  expect(stored).toMatchObject([{ number: 7, state: 'merged', mergeCommitSha: 'c'.repeat(40) }])
})

test('GitLab proves itself by its token', async () => {
  const connected = await createConnected('gitlab')
  const repository = await createFollowed(connected)
  const body = JSON.stringify(gitlabMergeRequestEvent(repository, 'open'))
  const headers = { 'X-Gitlab-Event': 'Merge Request Hook', 'Idempotency-Key': randomUUID() }
  const wrong = await send(serverUrls()[0], connected, { ...headers, 'X-Gitlab-Token': 'wrong' }, body)
  expect(wrong.status).toBe(401)
  const right = await send(serverUrls()[0], connected, { ...headers, 'X-Gitlab-Token': connected.webhookSecret }, body)
  expect(right.status).toBe(200)
})

test('a body with one byte changed on its way is refused, and so is one that is too large', async () => {
  const connected = await createConnected('github')
  const repository = await createFollowed(connected)
  const body = JSON.stringify(githubPullRequestEvent(repository, 'opened'))
  const headers = asGithub(connected, 'pull_request', body)
  expect((await send(serverUrls()[0], connected, headers, body.replace('Book', 'Look'))).status).toBe(401)
  const large = JSON.stringify({ zen: 'x'.repeat(9 * 1024 * 1024) })
  expect((await send(serverUrls()[0], connected, asGithub(connected, 'ping', large), large)).status).toBe(413)
  expect(await db().prisma.pullRequest.count({ where: { repositoryId: repository.id } })).toBe(0)
})

test('who names no connection is refused before a body arrives', async () => {
  const connected = await createConnected('github')
  const headers = { ...asGithub(connected, 'ping', '{}'), 'Content-Type': 'application/json' }
  const upload = request(`${serverUrls()[0]}/api/webhooks/github?connection=${'A'.repeat(16)}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': 8 * 1024 * 1024 },
  })
  upload.flushHeaders()
  const [response] = await once(upload, 'response')
  expect(response.statusCode).toBe(401)
  upload.destroy()
})

test('a slash at the end of the address loses nothing', async () => {
  const connected = await createConnected('github')
  const address = `${serverUrls()[0]}/api/webhooks/github/?connection=${connected.connection.publicId}`
  const body = '{"zen":"Approachable is better than simple."}'
  const headers = { 'Content-Type': 'application/json', ...asGithub(connected, 'ping', body) }
  const { status } = await fetch(address, { method: 'POST', redirect: 'manual', headers, body })
  expect(status).toBe(204)
})
