import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { measureGraph } from './check-graph-size'
import { findGaps } from './sync/find-gaps'

/** How many queries wait for the table that is locked. */
const countWaiting = `
  SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'relation'`

it('queries over whole histories take two connections at most, however many organizations are synced', async () => {
  await Promise.all(Array.from({ length: 8 }, () => db().people.query('SELECT pg_sleep(0.1)')))
  const repositories = [1, 2, 3].map((id) => ({ organizationId: id, repositoryId: id }))
  const counts: number[] = []
  const answers = await inTransaction(db().linking, never, async (client) => {
    await client.query('LOCK TABLE commits')
    const all = repositories.flatMap((repository) => [findGaps(repository), measureGraph(repository)])
    while (counts.length < (counts.includes(1) ? 50 : 10_000)) {
      const { rows } = await client.query<{ count: number }>(countWaiting)
      counts.push(rows[0]?.count ?? 0)
    }
    return { all }
  })
  expect(await Promise.all(answers.all)).toEqual(repositories.flatMap(() => [new Set(), 0]))
  expect(Math.max(...counts)).toBeLessThanOrEqual(2)
})
