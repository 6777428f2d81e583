import { once } from 'node:events'
import { expect, test } from '@playwright/test'
import { db } from '@/lib/db/db'
import { createMember, createTenant } from '@/lib/testing/factories'
import { startExtraServer } from '../support/extra-server'
import { openConnection } from '../support/open-connection'
import { sessionCookie } from '../support/sessions'

test.afterAll(() => db().close())

test('a server stops while a download is paused', async () => {
  const { organization } = await createTenant()
  const { name, value } = await sessionCookie((await createMember(organization.id, 'member')).id)
  await createLongHistory(organization.id)
  const server = await startExtraServer({})
  const paused = await openConnection(server.url)
  paused.write(`GET /${organization.slug}/deployments/csv HTTP/1.1\r\nHost: x\r\nCookie: ${name}=${value}\r\n\r\n`)
  const [head] = await once(paused, 'data')
  paused.pause()
  expect(String(head)).toContain('HTTP/1.1 200')
  expect(await server.stop()).toBe(0)
  paused.destroy()
})

/** Deployments whose CSV is larger than what a connection takes while no one reads it. */
async function createLongHistory(organizationId: number): Promise<void> {
  const startedAt = new Date('2026-03-02T10:00:00Z')
  const deployment = { organizationId, environment: 'staging', production: false, status: 'success' } as const
  const pipelineUrl = `https://ci.example/${'x'.repeat(2_000)}`
  const times = { startedAt, completedAt: startedAt, instant: startedAt, progress: 2 }
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    ...deployment,
    ...times,
    externalId: `run-${index}`,
    commitSha: 'a'.repeat(40),
    pipelineUrl,
  }))
  await db().prisma.deployment.createMany({ data: rows })
}
