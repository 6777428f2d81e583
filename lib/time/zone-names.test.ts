import { expect, it } from 'vitest'
import { zoneNameOfToday, zoneNames } from './zone-names'

const offsetOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', year: 'numeric' }).format(Date.UTC(2026, 0, 1))

it('lists each zone once, by the name that it has today', () => {
  const names = zoneNames()
  expect(names[0]).toBe('UTC')
  expect(names).toEqual(expect.arrayContaining(['Europe/Kyiv', 'Asia/Kolkata', 'America/Nuuk', 'Europe/Berlin']))
  for (const old of ['Europe/Kiev', 'Asia/Calcutta', 'America/Godthab']) {
    expect(names).not.toContain(old)
    expect(offsetOf(zoneNameOfToday(old))).toBe(offsetOf(old))
  }
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(() => offsetOf(name)).not.toThrow()
})
