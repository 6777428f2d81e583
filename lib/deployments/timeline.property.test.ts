import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldEvents } from './fold-events'
import { changesOf } from './timeline'

const minute = fc.integer({ min: 0, max: 3 }).map((minutes) => new Date(Date.UTC(2026, 2, 2, 10, minutes)))
const word = fc.option(fc.constantFrom('a', 'b'))
const fields = {
  status: fc.constantFrom('pending' as const, 'in_progress' as const, 'success' as const, 'rolled_back' as const),
  startedAt: minute,
  completedAt: fc.option(minute),
  environment: fc.constantFrom('production', 'staging'),
  commitSha: fc.constantFrom('aaaaa', 'bbbbb'),
  service: word,
  branch: word,
  triggeredBy: word,
  pipelineName: word,
  previousCommitSha: word,
  pipelineUrl: word,
  metadata: fc.constant(null),
  rawPayload: fc.constant(null),
}
const fieldNames = Object.keys(fields)

it('names the fields that an event changed, as the states before and after it show', () => {
  fc.assert(
    fc.property(fc.array(fc.record(fields), { minLength: 1, maxLength: 8 }), (events) => {
      const arrived = events.map((sent, arrival) => ({
        ...sent,
        arrival,
        deploymentId: 'x',
        organizationSlug: null,
      }))
      const states: Record<string, unknown>[] = arrived.map((_, index) => foldEvents(arrived.slice(0, index + 1)))
      const different = states.map((state, index) =>
        fieldNames.filter((field) => String(state[field] ?? '') !== String(states[index - 1]?.[field] ?? '')),
      )
      expect(changesOf(events).map((changed) => changed.toSorted())).toEqual(different.map((names) => names.toSorted()))
    }),
  )
})
