import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import type { Queryable } from '@/lib/db/transaction'
import { resolveCommits } from '@/lib/deployments/linking/resolve-commit'
import type { Repository } from '@/lib/generated/prisma/client'
import { createRepository, createTenant } from '@/lib/testing/factories'
import { rowsRead } from '@/lib/testing/rows-read'

const beginning = 'abcdef0'

/** Stores so many commits that begin alike. */
async function createAlike({ organizationId, id }: Repository, count: number): Promise<void> {
  await db().people.query(
    `INSERT INTO commits (organization_id, repository_id, sha, parents, author_name, authored_at, committed_at, generation)
     SELECT $1, $2, $3 || lpad(to_hex(place), 33, '0'), '{}', 'ada', now(), now(), place
     FROM generate_series(1, $4::int) AS place`,
    [organizationId, id, beginning, count],
  )
}

/** Looks a commit up, and notes the statements. */
function resolveIn(organizationId: number) {
  const sent: { text: string; values: unknown[] }[] = []
  const noting = {
    query: (statement: { text: string; values: unknown[] }) => {
      sent.push(statement)
      return db().people.query(statement)
    },
  } as unknown as Queryable
  const resolve = (commitSha: string, service: string | null) =>
    resolveCommits(noting, { organizationId, hasRepositories: true }, { commitSha, previousCommitSha: null, service })
  return { sent, resolve }
}

it('a short SHA with which very many commits of another repository begin is looked for in few of them', async () => {
  const { organization } = await createTenant()
  const [many, one] = [
    await createRepository(organization.id, 'acme/many'),
    await createRepository(organization.id, 'acme/one'),
  ]
  await createAlike(many, 20_000)
  await db().people.query('ANALYZE commits')
  const { sent, resolve } = resolveIn(organization.id)
  expect(await resolve(beginning, one.fullName)).toBe('unknown commit')
  expect(await resolve(beginning, null)).toBe('ambiguous short SHA')
  expect(await resolve(`${beginning}${'4e20'.padStart(33, '0')}`, many.fullName)).toMatchObject({
    current: { repositoryId: many.id },
  })
  const [ofService] = sent
  if (!ofService) throw new Error('no statement was sent')
  expect((await rowsRead(db().people, ofService, 'commits')).blocks).toBeLessThan(100)
})

it('what a short SHA begins is looked for once, however many repositories the service may mean', async () => {
  const { organization } = await createTenant()
  const other = await createRepository(organization.id, 'acme/other')
  await db().people.query(
    `INSERT INTO repositories (organization_id, full_name, full_name_key, name_key)
     SELECT $1, 'team-' || n || '/api', 'team-' || n || '/api', 'api' FROM generate_series(1, 500) AS n`,
    [organization.id],
  )
  await createAlike(other, 2_000)
  await db().people.query('ANALYZE commits, repositories')
  const { sent, resolve } = resolveIn(organization.id)
  expect(await resolve(beginning, 'api')).toBe('unknown commit')
  expect(await resolve(beginning, 'acme/other')).toBe('ambiguous short SHA')
  const [statement, ofOther] = sent
  const { rows } = await db().people.query(ofOther?.text ?? '', ofOther?.values)
  expect(rows[0]?.known).toHaveLength(20)
  if (!statement) throw new Error('no statement was sent')
  expect((await rowsRead(db().people, statement, 'commits')).rows).toBeLessThanOrEqual(2_000)
})
