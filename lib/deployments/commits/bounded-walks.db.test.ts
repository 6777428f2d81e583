import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { walkAncestors } from '@/lib/deployments/first-deployments/walk-ancestors'
import { createHistory, createRepository, createTenant } from '@/lib/testing/factories'
import { loadDescendants } from './descendants'

/** More than one piece. */
const length = 5_500

it('walks hold no more commits in memory than they may', async () => {
  const { organization } = await createTenant()
  const repository = await createRepository(organization.id, 'api')
  const repositoryId = repository.id
  const key = { organizationId: organization.id, repositoryId }
  const shas = await createHistory(repository, length)
  const { rows } = await db().people.query<{ sha: string; generation: number }>(
    `SELECT sha, generation::float8 AS generation FROM commits
     WHERE organization_id = $1 AND repository_id = $2 ORDER BY commits.generation`,
    [organization.id, repositoryId],
  )
  const [oldest, newest] = [rows[0], rows.at(-1)]
  if (!(oldest && newest)) throw new Error('nothing is stored')
  const descendants = (most?: number) =>
    inTransaction(db().people, never, (client) => loadDescendants(client, key, [oldest], most))
  expect((await descendants())?.size).toBe(shas.length)
  expect(await descendants(length - 1)).toBeNull()

  await db().people.query(
    `UPDATE commits SET parents = parents || ARRAY(
       SELECT left(encode(sha256(i::text::bytea), 'hex'), 40) FROM generate_series(1, 50) i)
     WHERE organization_id = $1 AND sha = $2`,
    [organization.id, newest.sha],
  )
  const countReached = async (most?: number) => {
    const reached = await inTransaction(db().people, never, (client) => walkAncestors(client, key, [newest], most))
    return reached.get(newest.sha)?.pullRequestIds.length
  }
  expect(await countReached()).toBe(length)
  expect(await countReached(49)).toBeLessThan(length)
})
