import { describe, expect, it } from 'vitest'
import { addDays, dayOf, groupByDay, shortDay, titleOfDay } from './days'

const at = (text: string) => ({ startedAt: new Date(text) })

describe('days of a time zone', () => {
  it('begin at its midnight', () => {
    expect(dayOf(new Date('2026-03-10T15:00:00Z'), 'Asia/Tokyo')).toBe('2026-03-11')
  })

  it('have titles', () => {
    expect(titleOfDay('2026-03-10', '2026-03-10')).toBe('Today, Tuesday 10 March 2026')
    expect(titleOfDay('2026-02-28', '2026-03-01')).toBe('Yesterday, Saturday 28 February 2026')
    expect(titleOfDay('2026-03-08', '2026-03-10')).toBe('Sunday 8 March 2026')
    expect(shortDay('2026-03-08')).toBe('8 Mar')
  })

  it('follow each other, also where the clock is changed', () => {
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  })

  it('split a history', () => {
    const rows = [at('2026-03-10T23:30:00Z'), at('2026-03-10T22:30:00Z'), at('2026-03-09T23:30:00Z')]
    const days = groupByDay(rows, 'Europe/Berlin').map(({ day, rows: ofDay }) => [day, ofDay.length])
    expect(days).toEqual([
      ['2026-03-11', 1],
      ['2026-03-10', 2],
    ])
  })
})
