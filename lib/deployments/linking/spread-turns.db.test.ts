import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { createRepository, createTenant } from '@/lib/testing/factories'
import { lockNamespace } from './lock-repositories'
import { relinkRepository } from './relink'

const organizations = 5

/** How many statements wait until linking lets go of a repository. */
const countWaiting = `
  SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event = 'advisory'`

it('what syncs changed of however many organizations is marked on two connections at most', async () => {
  const repositories = await Promise.all(
    Array.from({ length: organizations }, async () => createRepository((await createTenant()).organization.id, 'api')),
  )
  const counts: number[] = []
  const relinking = await inTransaction(db().linking, never, async (client) => {
    const ids = repositories.map(({ id }) => id)
    await client.query('SELECT pg_advisory_xact_lock($1, id) FROM unnest($2::int[]) AS id', [lockNamespace, ids])
    const promises = repositories.map(({ organizationId, id }) => relinkRepository(organizationId, id))
    while (counts.length < 50 || !counts.includes(2)) {
      const { rows } = await client.query<{ count: number }>(countWaiting)
      counts.push(rows[0]?.count ?? 0)
    }
    return { promises }
  })
  expect(await Promise.all(relinking.promises)).toEqual(repositories.map(() => 0))
  expect(Math.max(...counts)).toBe(2)
})
