import fc from 'fast-check'
import { expect, it } from 'vitest'
import { instantOfLocal, localTimeOf } from './local-time'

it('reads what it wrote as the same minute of the clocks', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Australia/Lord_Howe')
  const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, zones, (instant, zone) => {
      const local = localTimeOf(instant, zone)
      const read = instantOfLocal(local, zone)
      expect(read && localTimeOf(read, zone)).toBe(local)
    }),
  )
})

it.each([
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-11-02T23:30', 'America/New_York', '2026-11-03T04:30:00.000Z'],
])('%s in %s is %s', (local, zone, instant) => {
  expect(instantOfLocal(local, zone)?.toISOString()).toBe(instant)
})

it.each(['', '2026-02-30T10:00', '2026-03-01', '2026-03-01T25:00', '2026-03-01T10:00Z'])('is no time: %s', (text) => {
  expect(instantOfLocal(text, 'UTC')).toBeNull()
})
