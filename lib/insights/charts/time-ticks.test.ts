import { describe, expect, it } from 'vitest'
import { timeTicks } from './time-ticks'

describe('ticks of a time line', () => {
  it('are days of the time zone, also across a change of clocks', () => {
    const from = new Date('2026-10-23T22:00:00Z')
    const to = new Date('2026-10-28T23:00:00Z')
    expect(timeTicks(from, to, 'Europe/Berlin').map(({ label }) => label)).toEqual([
      '24 Oct',
      '25 Oct',
      '26 Oct',
      '27 Oct',
      '28 Oct',
    ])
  })

  it('are few and end where their label still fits', () => {
    const ticks = timeTicks(new Date('2026-08-01T00:00:00Z'), new Date('2026-08-31T00:00:00Z'), 'UTC')
    expect(ticks.map(({ label }) => label)).toEqual(['1 Aug', '8 Aug', '15 Aug', '22 Aug'])
    expect(timeTicks(new Date('2025-09-01T00:00:00Z'), new Date('2026-09-01T00:00:00Z'), 'UTC').length).toBeLessThan(8)
  })
})
