import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stagesOf } from './stages'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 0, minute))
const minutesOf = (instants: Parameters<typeof stagesOf>[0]) =>
  stagesOf(instants).map(({ name, seconds }) => [name, seconds / 60])

describe('the stages of a pull request', () => {
  it('are coding, review and deploy', () => {
    const instants = { firstCommitAt: at(0), openedAt: at(10), mergedAt: at(40), liveAt: at(45) }
    expect(minutesOf(instants)).toEqual([
      ['coding', 10],
      ['review', 30],
      ['deploy', 5],
    ])
  })

  it('are coding and review in one where only git knows it', () => {
    expect(minutesOf({ firstCommitAt: at(0), openedAt: null, mergedAt: at(40), liveAt: at(45) })).toEqual([
      ['coding and review', 40],
      ['deploy', 5],
    ])
  })

  it('go as far as it has come', () => {
    expect(minutesOf({ firstCommitAt: at(0), openedAt: at(10), mergedAt: null, liveAt: null })).toEqual([
      ['coding', 10],
    ])
    expect(minutesOf({ firstCommitAt: null, openedAt: at(10), mergedAt: at(40), liveAt: null })).toEqual([
      ['review', 30],
    ])
    expect(minutesOf({ firstCommitAt: null, openedAt: null, mergedAt: at(40), liveAt: at(45) })).toEqual([
      ['deploy', 5],
    ])
    expect(minutesOf({ firstCommitAt: null, openedAt: null, mergedAt: null, liveAt: null })).toEqual([])
  })

  it('take no time where a clock runs behind', () => {
    expect(minutesOf({ firstCommitAt: at(20), openedAt: at(10), mergedAt: at(40), liveAt: at(35) })).toEqual([
      ['coding', 0],
      ['review', 20],
      ['deploy', 0],
    ])
  })

  it('add up from the first instant to the last, in any order of the clocks', () => {
    const instant = fc.option(fc.integer({ min: 0, max: 100_000 }).map(at))
    fc.assert(
      fc.property(
        fc.record({ firstCommitAt: instant, openedAt: instant, mergedAt: instant, liveAt: instant }),
        (all) => {
          const stages = stagesOf(all)
          for (const [index, { from, to, seconds }] of stages.entries()) {
            expect(seconds).toBe((to.getTime() - from.getTime()) / 1000)
            expect(seconds).toBeGreaterThanOrEqual(0)
            if (index > 0) expect(from).toEqual(stages[index - 1]?.to)
          }
        },
      ),
    )
  })
})
