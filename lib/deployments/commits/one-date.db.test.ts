import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { inTransaction, never, type Queryable } from '@/lib/db/transaction'
import { walkAncestors } from '@/lib/deployments/first-deployments/walk-ancestors'
import { createRepository, createTenant } from '@/lib/testing/factories'
import { logPlans } from '@/lib/testing/log-plans'
import { loadDescendants } from './descendants'

const length = 18_000
const generation = 1_700_000_000

it('a history whose commits all have one date is read once, whatever walks it', async () => {
  const read = logPlans([db().people])
  const { organization } = await createTenant()
  const repository = await createRepository(organization.id, 'api')
  const key = { organizationId: organization.id, repositoryId: repository.id }
  await db().people.query(
    `INSERT INTO commits (organization_id, repository_id, sha, parents, author_name, authored_at, committed_at, generation)
     SELECT $1, $2, left(encode(sha256(i::text::bytea), 'hex'), 40), '{}', 'Ada', now(), now(), $3
     FROM generate_series(1, $4) i`,
    [organization.id, repository.id, generation, length],
  )
  const rowsRead = async (walk: (client: Queryable) => Promise<unknown>) => {
    read.length = 0
    await inTransaction(db().people, never, walk)
    return read.filter(({ table }) => table === 'commits').reduce((sum, { rows }) => sum + rows, 0)
  }
  const unknown = { sha: '0'.repeat(40), generation }
  expect(await rowsRead((client) => loadDescendants(client, key, [unknown]))).toBe(length)
  expect(await rowsRead((client) => walkAncestors(client, key, [unknown]))).toBe(length)
})
