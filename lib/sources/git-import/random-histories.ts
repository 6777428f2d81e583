import fc from 'fast-check'
import type { TestCommit } from './test-repository'

/** Histories with skewed clocks. Parents are picked among all earlier commits, so merges, octopuses, criss-crosses and several roots all occur. */
export const randomHistories = fc
  .array(
    fc.record({
      parents: fc.array(fc.nat(), { maxLength: 3 }),
      nearParents: fc.boolean(),
      committedSeconds: fc.oneof(
        fc.integer({ min: 1_700_000_000, max: 1_700_000_050 }),
        fc.integer({ min: 1, max: 2_000_000_000 }),
      ),
    }),
    { minLength: 2, maxLength: 60 },
  )
  .map((drafts) =>
    drafts.map(({ parents, nearParents, committedSeconds }, index): TestCommit => {
      const reach = nearParents ? Math.min(index, 4) : index
      const ids = index === 0 ? [] : parents.map((parent) => index - (parent % reach))
      return { id: index + 1, parents: [...new Set(ids)], committedSeconds }
    }),
  )
