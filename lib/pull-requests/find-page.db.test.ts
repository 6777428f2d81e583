import { expect, it } from 'vitest'
import { parseCursor } from '@/lib/db/cursor'
import { db } from '@/lib/db/db'
import type { Repository } from '@/lib/generated/prisma/client'
import { bitmapRowsOf } from '@/lib/testing/bitmap-rows'
import { createRepository, createTenant } from '@/lib/testing/factories'
import { findPage } from './find-page'

const add = ({ id, organizationId }: Repository, title: string, from: number, to: number) => db().prisma.$executeRaw`
  INSERT INTO pull_requests (organization_id, repository_id, number, title, base_branch, state, opened_at)
  SELECT ${organizationId}, ${id}, n, ${title}, 'main', 'open', timestamptz '2026-04-01' + n * interval '1 second'
  FROM generate_series(${from}::int, ${to}::int) n`

it('a text is looked for no further when another organization has it often', async () => {
  const repositoryOf = async () => createRepository((await createTenant()).organization.id, 'acme/api')
  const [own, other] = [await repositoryOf(), await repositoryOf()]
  await add(own, 'Book seats', 1, 3)
  await add(own, 'Web', 4, 11_000)
  const search = async () => {
    await db().prisma.$executeRaw`VACUUM ANALYZE pull_requests`
    const scope = {
      organizationId: own.organizationId,
      filters: { q: 'ook seat' },
      repositoryIds: null,
      services: null,
    }
    const { found, rows } = await bitmapRowsOf((reads) => findPage(reads, scope, parseCursor(null), 10))
    expect(found.positions).toHaveLength(3)
    return rows
  }
  await add(other, 'Book seats', 1, 100)
  const before = await search()
  expect(before).toBeGreaterThan(0)
  await add(other, 'Book seats', 101, 20_000)
  expect(await search()).toBeLessThanOrEqual(2 * before)
})
