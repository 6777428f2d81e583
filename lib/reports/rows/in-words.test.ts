import { describe, expect, it } from 'vitest'
import { changeFailureRate } from '@/lib/metrics/change-failure-rate'
import { leadTime } from '@/lib/metrics/lead-time'
import {
  currentDeliveries,
  delivery,
  deployment,
  incidentSamples,
  metricContext,
  utc,
} from '@/lib/testing/metric-samples'
import { besideWords, startWords, waitingWords } from './in-words'

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null
const fromFirstCommit = metricContext({ settings: { leadTimeFrom: 'first-commit' } })
const dayBefore = { firstCommitAt: utc('2026-03-01 10:30') }
const known = delivery(1, '2026-03-02 10:00', '2026-03-02 10:30', dayBefore)
const unknown = delivery(2, '2026-03-02 10:00', '2026-03-02 10:50')

describe('which lead time a number is', () => {
  it.each([
    [10, 'From the first commit: 1 d, high'],
    [9, 'From the first commit: 1 d, no level: 9 of 10 pull requests needed'],
  ])('is said, and the other one of %d pull requests stands beside it', (count, beside) => {
    const fromMerge = leadTime(currentDeliveries(...Array(count).fill(known)), metricContext())
    expect([startWords(fromMerge), plain(besideWords(fromMerge))]).toEqual(['from the merge', beside])
  })

  it('is said with the number of pull requests where they are not as many', () => {
    const most = currentDeliveries(...Array(10).fill(known), unknown)
    expect(plain(besideWords(leadTime(most, metricContext())))).toMatch(
      /^From the first commit: .*, high, of 10 pull requests$/,
    )
    const ofDora = leadTime(currentDeliveries(known, unknown), fromFirstCommit)
    expect([startWords(ofDora), plain(besideWords(ofDora))]).toEqual([
      'from the first commit',
      'From the merge: 40 min, of 2 pull requests',
    ])
  })

  it('is said where the other one is not known, and not where nothing went live', () => {
    const none = leadTime(currentDeliveries(unknown), metricContext())
    expect(besideWords(none)).toBe('From the first commit: not known of any')
    expect(plain(besideWords(leadTime(currentDeliveries(unknown), fromFirstCommit)))).toMatch(/^From the merge: 50 min/)
    expect(besideWords(leadTime(currentDeliveries(), metricContext()))).toBeNull()
    expect(besideWords(leadTime(currentDeliveries(), fromFirstCommit))).toBeNull()
  })

  it('is said of lead time alone', () => {
    const samples = incidentSamples({ current: [deployment(1, 'failure', '2026-03-02 10:00')] })
    const rate = changeFailureRate(samples, metricContext())
    expect([startWords(rate), besideWords(rate), waitingWords('change-failure-rate')]).toEqual([null, null, null])
    expect(waitingWords('lead-time')).toContain('not live yet')
  })
})
