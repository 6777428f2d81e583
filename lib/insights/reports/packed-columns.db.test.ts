import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { reading } from '@/lib/db/reading'
import { createPullRequest, createRepository, createTenant } from '@/lib/testing/factories'
import { loadMerges } from './load-samples'

it('packed columns arrive as they are stored, and follow what is changed', async () => {
  const { organization } = await createTenant()
  const repository = await createRepository(organization.id, 'acme/api')
  const first = new Date('0001-01-01T00:00:00.001Z')
  const last = new Date('9999-12-31T23:59:59.999Z')
  const id = await createPullRequest(repository, { number: 1 })
  const store = (data: object) => db().prisma.pullRequest.updateMany({ where: { id }, data })
  const read = () =>
    reading((_read, { copy }) => {
      const all = { from: first, to: new Date('+010000-01-01T00:00:00Z') }
      const scope = { serviceEnvironments: [], repositoryId: null, repositoryIds: null, dataFrom: null }
      return loadMerges(copy, organization.id, all, scope, 'pullRequestId')
    })
  await store({ mergedAt: last, openedAt: first, firstReviewAt: new Date(-1), additions: 2 ** 31 - 1, deletions: 1 })
  expect(await read()).toEqual({
    length: 1,
    mergedAt: Float64Array.of(last.getTime()),
    openedAt: Float64Array.of(first.getTime()),
    firstReviewAt: Float64Array.of(-1),
    changedLines: Float64Array.of(2 ** 31),
    pullRequestId: Float64Array.of(id),
  })
  await store({ openedAt: null, firstReviewAt: null, deletions: null })
  expect(await read()).toMatchObject({
    openedAt: Float64Array.of(Number.NaN),
    firstReviewAt: Float64Array.of(Number.NaN),
    changedLines: Float64Array.of(Number.NaN),
  })
  await store({ additions: 5, deletions: -1 })
  expect(await read()).toMatchObject({ changedLines: Float64Array.of(Number.NaN) })
})
