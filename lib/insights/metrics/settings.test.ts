import { expect, it } from 'vitest'
import { settingsOf } from './settings'

it('lead time starts where an address says, else where the organization has set', () => {
  const organization = { leadTimeFrom: 'first-commit', rolledBackFails: false }
  const set = { leadTimeDefault: 'first-commit', rolledBackFails: false }
  expect(settingsOf(organization, null)).toEqual({ leadTimeFrom: 'first-commit', ...set })
  expect(settingsOf(organization, 'merge')).toEqual({ leadTimeFrom: 'merge', ...set })
})
