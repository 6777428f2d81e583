import fc from 'fast-check'

/** When `anyEvent` takes place is before this. */
export const afterAnyEvent = new Date('2026-03-03T00:00:00Z')

const minute = fc.integer({ min: 0, max: 3 }).map((minutes) => `2026-03-02T10:0${minutes}:00Z`)
const word = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined })

/** Fields of an event of one deployment, of few values each, so that events compete. */
export const anyEvent = fc.record({
  status: fc.constantFrom('pending', 'in_progress', 'success', 'failure', 'cancelled', 'rolled_back'),
  startedAt: minute,
  completedAt: minute,
  environment: fc.constantFrom('production', 'staging'),
  commitSha: fc.constantFrom('aaaaa', 'bbbbb'),
  service: word,
  branch: word,
  triggeredBy: word,
  previousCommitSha: word,
  metadata: fc.option(fc.dictionary(fc.constantFrom('k', 'l'), fc.integer()), { nil: undefined }),
  rawPayload: fc.option(fc.dictionary(fc.constantFrom('k', 'l'), fc.integer()), { nil: undefined }),
})
