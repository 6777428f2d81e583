import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { db } from '@/lib/db/db'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { openConnection } from '../support/open-connection'
import { test } from '../support/webhook-test'

test('a server stops while a client holds a connection that it has not used yet', async ({ startExtra }) => {
  const server = await startExtra({})
  const unused = await openConnection(server.url)
  expect(await server.stop()).toBe(0)
  unused.destroy()
})

test('an event that has begun to arrive when the server is told to stop is stored and answered', async ({
  startExtra,
}) => {
  const { organization, token } = await createTenant()
  const server = await startExtra({})
  const body = JSON.stringify(deploymentBody())
  const socket = await openConnection(server.url)
  const answer = text(socket)
  socket.write(
    `POST /api/webhooks/deployments HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
  )
  // Looked up, so it has arrived.
  await expect.poll(() => wasKeyUsed(organization.id)).toBe(true)
  const stopped = server.stop()
  await expect.poll(() => isListening(server.url)).toBe(false)
  socket.write(body.slice(20))
  expect(await answer).toContain('HTTP/1.1 201 ')
  expect(await stopped).toBe(0)
  expect(await db().prisma.webhookRequest.count({ where: { organizationId: organization.id } })).toBe(1)
})

async function wasKeyUsed(organizationId: number): Promise<boolean> {
  const { lastUsedAt } = await db().prisma.apiKey.findFirstOrThrow({ where: { organizationId } })
  return lastUsedAt !== null
}

async function isListening(url: string): Promise<boolean> {
  const socket = await openConnection(url).catch(() => null)
  socket?.destroy()
  return socket !== null
}
