import { rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { db } from '@/lib/db/db'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

const event = deploymentBody()
let file = ''

beforeEach(async () => {
  const { rows } = await db().people.query<{ file: string }>(
    `SELECT current_setting('data_directory') || '/' || pg_relation_filepath('deployments') AS file`,
  )
  file = path.normalize(rows[0]?.file ?? '')
})
afterEach(async () => {
  await rename(`${file}.kept`, file).catch(() => undefined)
})

/** Connections keep the files open that they have used. */
async function openNewConnections(): Promise<void> {
  await db().people.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name <> '' AND pid <> pg_backend_pid()`,
  )
  const pools = [db().ingest, db().linking]
  await vi.waitFor(() => expect(pools.map(({ totalCount }) => totalCount)).toEqual([0, 0]))
}

it('a disk that is full is answered 503, stores nothing, and the same event is stored once there is room', async () => {
  const { token } = await createTenant()
  await rename(file, `${file}.kept`)
  await symlink('/dev/full', file)
  await openNewConnections()
  const refused = await postEvent(token, event)
  expect({ status: refused.status, body: refused.body }).toEqual({
    status: 503,
    body: { error: 'Temporarily unavailable, retry' },
  })
  expect(refused.headers.get('Retry-After')).toBe('2')
  await rm(file)
  await rename(`${file}.kept`, file)
  await openNewConnections()
  expect(await postEvent(token, event)).toMatchObject({ status: 201, body: { action: 'created' } })
  expect(await db().prisma.deployment.count()).toBe(1)
})
