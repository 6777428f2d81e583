import { expect, it } from 'vitest'
import { startAnsweringServer } from '@/lib/testing/answering-server'
import { gitlabReader } from './reader'

it('with ever another page of branches are given up', async () => {
  const server = await startAnsweringServer((request, response) => {
    response.setHeader('Link', `<http://${request.headers.host}${request.url}>; rel="next"`)
    response.end(JSON.stringify([{ name: 'main', commit: { id: 'a'.repeat(40) } }]))
  })
  const read = gitlabReader({ baseUrl: server.origin, token: 'x' }).readTips('1')
  await expect(read.finally(server.stop)).rejects.toMatchObject({
    kind: 'access',
    message: 'GitLab lists more branches than Leadline reads: at most 100,000. Delete old ones.',
  })
  expect(server.requests).toHaveLength(1_000)
})
