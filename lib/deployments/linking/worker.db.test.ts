import { expect, it, vi } from 'vitest'
import { db } from '@/lib/db/db'
import { startLinkWorker, stopLinkWorker } from '@/lib/deployments/linking/worker'
import { createTenant } from '@/lib/testing/factories'

it('gives the planner statistics of what events filled', async () => {
  const { organization } = await createTenant()
  await db().people.query(
    `INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at, instant,
       progress)
     SELECT $1, 'run-' || n, repeat('a', 40), 'staging', false, 'in_progress', now(), now(), 1 FROM generate_series(1, 9) n`,
    [organization.id],
  )
  startLinkWorker()
  try {
    await vi.waitFor(async () => {
      const { rows } = await db().people.query("SELECT FROM pg_stats WHERE tablename = 'deployments'")
      expect(rows).not.toEqual([])
    }, 60_000)
  } finally {
    await stopLinkWorker()
  }
})
