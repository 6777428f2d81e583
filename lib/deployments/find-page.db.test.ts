import { expect, it } from 'vitest'
import { parseCursor } from '@/lib/db/cursor'
import { db } from '@/lib/db/db'
import { bitmapRowsOf } from '@/lib/testing/bitmap-rows'
import { createTenant } from '@/lib/testing/factories'
import { findPage } from './find-page'

const add = (organizationId: number, service: string, from: number, to: number) => db().prisma.$executeRaw`
  INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
    service, instant, progress)
  SELECT ${organizationId}, ${service} || n, 'abcdef', 'production', true, 'success',
    timestamptz '2026-04-01' + n * interval '1 second', ${service}, now(), 2
  FROM generate_series(${from}::int, ${to}::int) n`

it('a text is looked for no further when another organization has it often', async () => {
  const [own, other] = [(await createTenant()).organization.id, (await createTenant()).organization.id]
  await add(own, 'payments', 1, 3)
  await add(own, 'web', 1, 6_000)
  const search = async (q: string) => {
    await db().prisma.$executeRaw`VACUUM ANALYZE deployments`
    const scope = { organizationId: own, filters: { q }, since: null, until: null, services: null }
    const { found, rows } = await bitmapRowsOf((reads) => findPage(reads, scope, parseCursor(null), 10))
    return { found: found.positions.length, rows }
  }
  await add(other, 'payments', 1, 100)
  const [within, beginning] = [await search('ayment'), await search('payments1')]
  expect([within.found, beginning.found]).toEqual([3, 1])
  expect(within.rows).toBeGreaterThan(0)
  await add(other, 'payments', 101, 20_000)
  expect((await search('ayment')).rows).toBeLessThanOrEqual(2 * within.rows)
  expect((await search('payments1')).rows).toBeLessThanOrEqual(2 * beginning.rows)
})

it('a text is looked for in the first hundred characters of names', async () => {
  const { id: organizationId } = (await createTenant()).organization
  await add(organizationId, `${'long-'.repeat(18)}early${'-long'.repeat(9)}late`, 1, 1)
  const search = async (q: string) => {
    const scope = { organizationId, filters: { q }, since: null, until: null, services: null }
    const { found } = await bitmapRowsOf((reads) => findPage(reads, scope, parseCursor(null), 10))
    return found.positions.length
  }
  expect([await search('EARLY'), await search('late')]).toEqual([1, 0])
})
