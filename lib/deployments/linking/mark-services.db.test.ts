import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { never, type Queryable, withConnection } from '@/lib/db/transaction'
import { createTenant } from '@/lib/testing/factories'
import { markServices } from './mark-services'

it('deployments of any of very many services are marked, and few services are read at once', async () => {
  const { organization } = await createTenant()
  await db().prisma.$executeRaw`
    INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
      completed_at, instant, progress, service, updated_at)
    SELECT ${organization.id}, n, 'abcdef1', 'production', true, 'success', now(), now(), now(), 2, 'Service ' || n, now()
    FROM generate_series(1, 2500) n`
  let most = 0
  await withConnection(db().people, never, async (client) => {
    const counting = {
      query: async (text: string, values: unknown[]) => {
        const answer = await client.query(text, values)
        most = Math.max(most, answer.rows.length)
        return answer
      },
    }
    const names = ['service 1', 'service 1150', 'service 2500', 'service 999', 'service 2501']
    await markServices(counting as Queryable, organization.id, names)
  })
  expect(most).toBe(1_000)
  const marked = await db().people.query(
    `SELECT external_id AS id FROM deployments d JOIN pending_links p ON p.deployment_id = d.id
     WHERE d.organization_id = $1 ORDER BY d.id`,
    [organization.id],
  )
  expect(marked.rows.map(({ id }) => id)).toEqual(['1', '999', '1150', '2500'])
})
