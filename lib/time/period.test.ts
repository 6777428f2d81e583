import { describe, expect, it } from 'vitest'
import { endOf, isOver, partUnit, periodOf, startOfDay } from './period'

const hourMs = 3_600_000

function hoursOf(day: string, timeZone: string): number {
  const { from, to } = periodOf(day, day, timeZone, new Date('2030-01-01T00:00:00Z'))
  return (to.getTime() - from.getTime()) / hourMs
}

describe('the first instant of a day', () => {
  it.each([
    ['2026-03-02', 'UTC', '2026-03-02T00:00:00.000Z'],
    ['2026-03-02', 'Europe/Berlin', '2026-03-01T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-03-02', 'Asia/Kolkata', '2026-03-01T18:30:00.000Z'],
    ['2026-03-02', 'Asia/Kathmandu', '2026-03-01T18:15:00.000Z'],
    ['2026-04-05', 'Pacific/Chatham', '2026-04-04T10:15:00.000Z'],
    ['2026-04-06', 'Pacific/Chatham', '2026-04-05T11:15:00.000Z'],
    ['2026-03-02', 'Pacific/Kiritimati', '2026-03-01T10:00:00.000Z'],
    ['2026-03-02', 'Etc/GMT+12', '2026-03-02T12:00:00.000Z'],
  ])('of %s in %s is %s', (day, timeZone, instant) => {
    expect(startOfDay(day, timeZone).toISOString()).toBe(instant)
  })

  it.each([
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ])('of %s in %s is one o’clock, as there is no midnight: %s', (day, timeZone, instant) => {
    expect(startOfDay(day, timeZone).toISOString()).toBe(instant)
  })

  it('of a day that a zone never had is the beginning of the next', () => {
    expect(startOfDay('2011-12-30', 'Pacific/Apia')).toEqual(startOfDay('2011-12-31', 'Pacific/Apia'))
    expect(hoursOf('2011-12-30', 'Pacific/Apia')).toBe(0)
  })
})

describe('a day', () => {
  it.each([
    ['Europe/Berlin', '2026-03-28', 24],
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['America/Havana', '2026-03-08', 23],
    ['America/Havana', '2026-11-01', 25],
    ['Asia/Beirut', '2026-03-29', 23],
    ['Asia/Beirut', '2026-10-24', 25],
    ['Africa/Cairo', '2026-04-24', 23],
    ['Africa/Cairo', '2026-10-29', 25],
    ['Pacific/Chatham', '2026-04-05', 25],
    ['Pacific/Chatham', '2026-09-27', 23],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Asia/Kolkata', '2026-03-29', 24],
  ])('in %s on %s has %s hours', (timeZone, day, hours) => {
    expect(hoursOf(day, timeZone)).toBe(hours)
  })
})

describe('a period', () => {
  const over = new Date('2026-04-01T12:00:00Z')

  it('has its days and the weeks from Monday', () => {
    const { days, parts, elapsedDays, from, to } = periodOf('2026-03-02', '2026-03-15', 'Europe/Berlin', over)
    expect(days.map(({ firstDay }) => firstDay)).toHaveLength(14)
    expect(parts.map(({ firstDay, lastDay, partial }) => [firstDay, lastDay, partial])).toEqual([
      ['2026-03-02', '2026-03-08', false],
      ['2026-03-09', '2026-03-15', false],
    ])
    expect(elapsedDays).toBe(14)
    expect([from, to]).toEqual([days[0]?.from, days[13]?.to])
  })

  it('marks weeks that it cuts', () => {
    const { parts } = periodOf('2026-03-04', '2026-03-17', 'Europe/Berlin', over)
    expect(parts.map(({ firstDay, lastDay, partial }) => [firstDay, lastDay, partial])).toEqual([
      ['2026-03-04', '2026-03-08', true],
      ['2026-03-09', '2026-03-15', false],
      ['2026-03-16', '2026-03-17', true],
    ])
  })

  it('marks the day and the week that are not over, and counts today by its share', () => {
    const noon = new Date('2026-03-15T12:00:00Z')
    const { days, parts, elapsedDays } = periodOf('2026-03-02', '2026-03-15', 'UTC', noon)
    expect(days.map(({ partial }) => partial)).toEqual([...Array<boolean>(13).fill(false), true])
    expect(parts.map(({ partial }) => partial)).toEqual([false, true])
    expect(elapsedDays).toBe(13.5)
  })

  it('counts a day of 23 hours by its own length', () => {
    const now = new Date('2026-03-29T10:30:00Z')
    expect(periodOf('2026-03-29', '2026-03-29', 'Europe/Berlin', now).elapsedDays).toBe(0.5)
  })

  it('has no days behind it before it begins, and all of them from its last instant on', () => {
    const at = (now: string) => periodOf('2026-03-02', '2026-03-03', 'UTC', new Date(now)).elapsedDays
    expect(at('2026-03-01T00:00:00Z')).toBe(0)
    expect(at('2026-03-02T00:00:00Z')).toBe(0)
    expect(at('2026-03-04T00:00:00Z')).toBe(2)
  })

  it('is over from its last instant on, and ends there or now', () => {
    const at = (now: string) => periodOf('2026-03-02', '2026-03-03', 'UTC', new Date(now))
    const [running, ended] = [at('2026-03-03T23:59:59Z'), at('2026-03-04T00:00:00Z')]
    expect([isOver(running), endOf(running)]).toEqual([false, running.now])
    expect([isOver(ended), endOf(at('2026-04-01T00:00:00Z'))]).toEqual([true, ended.to])
  })

  it('has days as its parts where it is shorter than two weeks', () => {
    const period = periodOf('2026-03-04', '2026-03-16', 'Europe/Berlin', over)
    expect([partUnit(period), period.parts]).toEqual(['day', period.days])
  })
})
