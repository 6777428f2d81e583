import { expect, test } from 'vitest'
import { db } from '@/lib/db/db'
import { createPullRequest, createRepository, createTenant } from '@/lib/testing/factories'
import { findOutside } from './find-outside'

/** Pull requests of one repository that changed one file each. */
async function createMany(paths: readonly string[]) {
  const { organization } = await createTenant()
  const repository = await createRepository(organization.id, 'acme/mono')
  const ids: number[] = []
  for (const [index, path] of paths.entries()) {
    const id = await createPullRequest(repository, { number: index + 1 })
    await db().prisma.pullRequest.updateMany({ where: { id }, data: { paths: [path], pathsKnown: path !== '' } })
    ids.push(id)
  }
  return { organizationId: organization.id, ids }
}

const places = (outside: readonly Set<number>[], ids: readonly number[]) =>
  outside.map((found) => ids.flatMap((id, index) => (found.has(id) ? index : [])))

test('every service has those that touch none of its paths, however many services there are', async () => {
  const { organizationId, ids } = await createMany(['s0/a', 's51/a', '', 's99/a'])
  const services = Array.from({ length: 100 }, (_, index) => ({ globs: [`s${index}/**`], ids }))
  const outside = places(await findOutside(organizationId, services, { left: 1_000_000 }), ids)
  expect(outside).toEqual(
    services.map((_, index) =>
      [[0, 0] as const, [51, 1] as const, [99, 3] as const].flatMap(([own, at]) => (own === index ? [] : at)),
    ),
  )
})

test('only what may wait for a service is compared, and files beyond the budget count as unknown', async () => {
  const { organizationId, ids } = await createMany(Array.from({ length: 3 }, () => 'x'.repeat(100)))
  const [, second = 0] = ids
  const both = [
    { globs: ['api/**'], ids },
    { globs: ['web/**'], ids: [second] },
  ]
  const outside = async (left: number) => places(await findOutside(organizationId, both, { left }), ids)
  expect(await outside(400)).toEqual([[0, 1, 2], [1]])
  expect(await outside(399)).toEqual([[0, 1], [1]])
  expect(await outside(299)).toEqual([[0], []])
})
