import { expect, it } from 'vitest'
import { type Goal, goalOn, isMet, standingText } from './goal'

const goal = (fields: Partial<Goal>): Goal => ({
  ...{ id: 1, metric: 'lead-time', team: null, value: 86_400, firstDay: '2026-03-01', lastDay: null },
  ...fields,
})

it('is the one that held on a day, that of the team before that of the organization', () => {
  const old = goal({ id: 2, firstDay: '2026-01-01', lastDay: '2026-02-28' })
  const team = goal({ id: 3, team: 'Payments', firstDay: '2026-03-10', lastDay: '2026-03-20' })
  const goals = [old, goal({}), team]
  const on = (day: string) => goalOn(goals, 'lead-time', day)?.id ?? null
  expect(
    ['2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01', '2026-03-10', '2026-03-20', '2026-03-21'].map(on),
  ).toEqual([null, 2, 2, 1, 3, 3, 1])
  expect(goalOn(goals, 'recovery-time', '2026-03-01')).toBeNull()
})

it.each([
  ['lower', 'seconds', 86_400, 86_400, 'met'],
  ['lower', 'seconds', 86_400, 100_800, '4 h above'],
  ['lower', 'share', 0.1, 0.12, '2 points above'],
  ['lower', 'share', 0.1, 0.1001, 'just above'],
  ['lower', 'share', 0, 0.05, '5 points above'],
  ['lower', 'lines', 100, 130, '30 lines above'],
  ['higher', 'per day', 5, 4, '20% below'],
  ['higher', 'per day', 5, 6, 'met'],
] as const)('where %s is better, %s: of %d, %d is %s', (better, unit, value, found, words) => {
  expect(standingText({ better, unit, value: found }, goal({ value }))?.replaceAll('\u00a0', ' ')).toBe(words)
})

it('is neither met nor missed without a value', () => {
  expect(isMet({ better: 'lower', value: null }, goal({}))).toBeNull()
  expect(standingText({ better: 'lower', unit: 'seconds', value: null }, goal({}))).toBeNull()
})
