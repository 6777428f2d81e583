import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { reading } from '@/lib/db/reading'
import { at, tenantWithHistory } from '@/lib/testing/deploy'
import { createMergedChanges, type MergedChanges } from './merged-changes'

/** Twelve commits of one pull request each, the ids of these, and what is held of them. */
async function withChanges(
  left: number,
  check: (merged: MergedChanges, shas: string[], ids: number[]) => Promise<void>,
) {
  const { tenant, shas, repository } = await tenantWithHistory(12)
  const organizationId = tenant.organization.id
  const repositoryId = repository.id
  await db().prisma.pullRequest.updateMany({ where: { repositoryId }, data: { author: 'ü'.repeat(1_000) } })
  await reading(async (_, { client }) => {
    const { rows } = await client.query<{ id: number }>(
      'SELECT id FROM pull_requests WHERE repository_id = $1 ORDER BY number',
      [repositoryId],
    )
    const ids = rows.map(({ id }) => id)
    const latestFirst = Array.from({ length: 12 }, (_, index) => at(shas, 11 - index))
    await check(createMergedChanges(client, { organizationId, repositoryId }, { left }), latestFirst, ids)
  })
}

const commits = (shas: readonly string[]) => shas.map((sha) => ({ sha }))

it('a pull request is held once, however many ranges it is in, and costs its place once', async () => {
  await withChanges(12, async (merged, shas, ids) => {
    await merged.read(shas)
    const all = merged.of(commits(shas)) ?? []
    expect(all.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids)
    for (let range = 0; range < 50; range += 1) {
      const again = (await merged.byIds(ids)) ?? []
      expect(again).toHaveLength(12)
      for (const change of again) expect(all).toContain(change)
    }
  })
})

it('what there is no room for is not known, whether it is found by date or by ancestry', async () => {
  await withChanges(5, async (merged, shas, ids) => {
    expect(await merged.byIds(ids.slice(0, 5))).toHaveLength(5)
    expect(await merged.byIds(ids.slice(0, 6))).toBeNull()
    await merged.read(shas)
    expect(merged.of(commits(shas))).toBeNull()
    expect(await merged.byIds(ids.slice(0, 5))).toHaveLength(5)
  })
})

it('an author is known by the beginning of a name', async () => {
  await withChanges(12, async (merged, _, ids) => {
    const [change] = (await merged.byIds(ids.slice(0, 1))) ?? []
    expect(change?.author).toBe('ü'.repeat(200))
  })
})
