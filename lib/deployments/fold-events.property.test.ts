import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldEvents } from './fold-events'
import { type DeploymentEvent, deploymentStatuses, terminalStatuses } from './schema'
import { compareEvents, eventInstant } from './status'

// Few instants and values, so that ties and gaps are common.
const instant = fc.integer({ min: 0, max: 3 }).map((hour) => new Date(Date.UTC(2026, 2, 4, hour)))
const optionalText = fc.option(fc.constantFrom('a', 'b'))
const event: fc.Arbitrary<DeploymentEvent> = fc
  .record({
    deploymentId: fc.constant('run-1'),
    commitSha: fc.constantFrom('aaaaaaa', 'bbbbbbb'),
    environment: fc.constantFrom('production', 'staging'),
    status: fc.constantFrom(...deploymentStatuses),
    startedAt: instant,
    completedAt: fc.option(instant),
    organizationSlug: fc.constant(null),
    service: optionalText,
    branch: optionalText,
    triggeredBy: optionalText,
    pipelineName: optionalText,
    previousCommitSha: optionalText,
    pipelineUrl: optionalText,
    rawPayload: fc.option(fc.record({ a: optionalText })),
    metadata: fc.option(fc.record({ a: fc.boolean() })),
  })
  .map((sent) =>
    terminalStatuses.includes(sent.status) ? { ...sent, completedAt: sent.completedAt ?? sent.startedAt } : sent,
  )

const arrived = fc
  .array(event, { minLength: 1, maxLength: 6 })
  .map((events) => events.map((sent, arrival) => ({ ...sent, arrival })))

const shuffled = arrived.chain((events) =>
  fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
)

test('the order of the list means nothing', () => {
  fc.assert(
    fc.property(shuffled, ([events, otherOrder]) => {
      expect(foldEvents(otherOrder)).toEqual(foldEvents(events))
    }),
  )
})

type Arrived = DeploymentEvent & { arrival: number }

/** Of events that only their arrival tells apart, the first. */
const withoutTies = (events: Arrived[]) =>
  events.filter((sent, index) => events.findIndex((other) => ties(other, sent)) === index)
const ties = (a: Arrived, b: Arrived) => compareEvents({ ...a, arrival: 0 }, { ...b, arrival: 0 }) === 0

test('without ties, the order of arrival means nothing either', () => {
  fc.assert(
    fc.property(shuffled, ([, otherOrder]) => {
      const events = withoutTies(otherOrder)
      expect(foldEvents(events.map((sent, arrival) => ({ ...sent, arrival })))).toEqual(foldEvents(events))
    }),
  )
})

test('without ties, a retry of any event changes nothing', () => {
  fc.assert(
    fc.property(arrived, fc.nat(), (all, choice) => {
      const events = withoutTies(all)
      const retried = events.at(choice % events.length)
      const withRetry = retried ? [...events, { ...retried, arrival: all.length }] : []
      expect(foldEvents(withRetry)).toEqual(foldEvents(events))
    }),
  )
})

test('the order of events is total and transitive', () => {
  fc.assert(
    fc.property(
      event,
      event,
      event,
      fc.shuffledSubarray([1, 2, 3], { minLength: 3 }),
      (a, b, c, [x = 0, y = 0, z = 0]) => {
        const [first, second, third] = [
          { ...a, arrival: x },
          { ...b, arrival: y },
          { ...c, arrival: z },
        ]
        expect(Math.sign(compareEvents(first, second))).toBe(-Math.sign(compareEvents(second, first)))
        expect(compareEvents(first, second)).not.toBe(0)
        if (compareEvents(first, second) < 0 && compareEvents(second, third) < 0) {
          expect(compareEvents(first, third)).toBeLessThan(0)
        }
      },
    ),
  )
})

test('no event is later than the one that decides', () => {
  fc.assert(
    fc.property(arrived, (events) => {
      const decided = eventInstant(foldEvents(events)).getTime()
      expect(decided).toBe(Math.max(...events.map((sent) => eventInstant(sent).getTime())))
    }),
  )
})
