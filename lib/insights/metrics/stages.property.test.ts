import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runAtOnce } from '@/lib/core/steps'
import { stagesOf } from '@/lib/pull-requests/stages'
import { deliveriesOf, delivery } from '@/lib/testing/metric-samples'
import { rank } from './ranking'
import { countBackwards, meanStages, secondsSinceFirstCommit } from './stages'

const second = fc.integer({ min: 0, max: 1_000_000 }).map((seconds) => seconds * 1000)
const deliverySample = fc
  .record({
    firstCommitAt: fc.option(second),
    openedAt: fc.option(second),
    mergedAt: second,
    deliveredAt: second,
  })
  .map((instants) => delivery(1, '2026-03-02 10:00', '2026-03-02 11:00', instants))

it('cuts the stages of a pull request as its own page does', () => {
  fc.assert(
    fc.property(deliverySample, (sample) => {
      const dateOf = (instant: number | null) => (instant === null ? null : new Date(instant))
      const ofPage = stagesOf({
        firstCommitAt: dateOf(sample.firstCommitAt),
        openedAt: dateOf(sample.openedAt),
        mergedAt: dateOf(sample.mergedAt),
        liveAt: dateOf(sample.deliveredAt),
      })
      const seconds = (name: string) => ofPage.find((stage) => stage.name === name)?.seconds ?? 0
      const stages = meanStages(deliveriesOf([sample]))
      if (sample.firstCommitAt === null) expect(stages).toBeNull()
      else
        expect(stages).toEqual({
          count: 1,
          coding: seconds('coding'),
          review: seconds('review'),
          codingAndReview: seconds('coding and review'),
          deploy: seconds('deploy'),
          total: ofPage.reduce((total, stage) => total + stage.seconds, 0),
        })
    }),
  )
})

it('adds up to the mean lead time from the first commit', () => {
  fc.assert(
    fc.property(fc.array(deliverySample, { minLength: 1, maxLength: 20 }), (samples) => {
      const deliveries = deliveriesOf(samples)
      const known = runAtOnce(rank(secondsSinceFirstCommit(deliveries))).values
      const stages = meanStages(deliveries)
      expect(stages?.count ?? 0).toBe(known.length)
      if (!stages) return
      const { coding, review, codingAndReview, deploy, total } = stages
      expect(coding + review + codingAndReview + deploy).toBeCloseTo(total, 6)
      expect(total).toBeCloseTo(known.reduce((sum, seconds) => sum + seconds, 0) / known.length, 6)
    }),
  )
})

it('counts those with a first commit whose known instants are not in order', () => {
  fc.assert(
    fc.property(fc.array(deliverySample, { maxLength: 5 }), (samples) => {
      const backwards = samples.filter(({ firstCommitAt, openedAt, mergedAt, deliveredAt }) => {
        const known = [firstCommitAt, openedAt, mergedAt, deliveredAt].filter((instant) => instant !== null)
        return firstCommitAt !== null && known.some((instant, index) => instant < (known[index - 1] ?? 0))
      })
      expect(countBackwards(deliveriesOf(samples))).toBe(backwards.length)
    }),
  )
})
