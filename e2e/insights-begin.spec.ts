import { setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { createTestDatabase } from '@/lib/testing/create-test-database'
import { createMember, createTenant, deploymentBody } from '@/lib/testing/factories'
import { startExtraServer } from './support/extra-server'
import { record } from './support/servers'
import { sessionCookie } from './support/sessions'
import { expect, test } from './support/test'

/** Runs `work` with a server and a database of their own: what is locked there keeps no other test waiting. */
async function onOwnDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const usual = process.env.DATABASE_URL ?? ''
  const database = await createTestDatabase()
  await db().close()
  setDatabaseUrl(database.url)
  const server = await startExtraServer({ DATABASE_URL: database.url })
  try {
    await work(server.url)
  } finally {
    await server.stop()
    await db().close()
    setDatabaseUrl(usual)
    await database.drop()
  }
}

test('the page begins before its numbers are read', () =>
  onOwnDatabase(async (url) => {
    const { organization, token } = await createTenant()
    await record(url, token, deploymentBody({ service: 'api' }))
    const { name, value } = await sessionCookie((await createMember(organization.id, 'member')).id)
    const holder = await db().people.connect()
    try {
      await holder.query('BEGIN; LOCK TABLE deliveries IN ACCESS EXCLUSIVE MODE')
      const path = `/${organization.slug}/insights?from=2026-03-01&to=2026-03-14`
      const answer = await fetch(url + path, { headers: { cookie: `${name}=${value}` } })
      expect(answer.status).toBe(200)
      let text = ''
      for await (const piece of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
        text += piece
        const isBegun = text.includes('id="end"') && !text.includes('Deployment frequency')
        if (!isBegun) continue
        expect(text).toContain('1 to 14 Mar 2026 in UTC')
        expect(text).toContain('name="service"')
        await holder.query('ROLLBACK')
      }
      expect(text).toContain('Deployment frequency')
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
  }))
