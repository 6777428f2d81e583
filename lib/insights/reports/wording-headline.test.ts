import { expect, test } from 'vitest'
import { parseMetricFilters } from './filters'
import { headline, shippedWords } from './wording-headline'

const { filters } = parseMetricFilters(new URLSearchParams(), 'UTC', new Date('2026-03-31T12:00:00Z'))
const period = { to: new Date('2026-04-01T00:00:00Z'), now: new Date('2026-03-31T12:00:00Z') }
const outcomes = { success: 40, failure: 1, rolledBack: 1, cancelled: 3 }

type Report = Parameters<typeof headline>[0]
type Fields = { [Name in keyof Report]?: unknown }

const full: Fields = {
  filters,
  period,
  dataFrom: '2025-11-24',
  deploymentFrequency: { outcomes },
  leadTime: { value: 11_400, missing: null, from: 'merge' },
  changeFailureRate: { value: 2 / 42, overall: { failed: 2, of: 42, rate: 2 / 42 } },
  recoveryTime: { value: 2_460, open: [], closed: [{}] },
  locked: [],
}

const said = (fields: Fields) =>
  headline({ ...full, ...fields } as Report)
    .map(({ text }) => text)
    .join('')
    .replaceAll('\u00a0', ' ')

test('a report in a sentence', () => {
  expect(said({})).toBe(
    '42 deployments in 30 days, half of all changes were live within 3 h 10 min of merging; 2 of 42 failed, recovered in 41 min.',
  )
})

test('numbers are strong', () => {
  const strong = headline(full as Report).filter((phrase) => phrase.strong)
  expect(strong.map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual([
    '42 deployments',
    '3 h 10 min',
    '2 of 42',
    '41 min',
  ])
})

test.each<[string, Fields, string]>([
  [
    'the other start of lead time',
    { leadTime: { value: 90_000, missing: null, from: 'first-commit' } },
    '42 deployments in 30 days, half of all changes were live within 1 d 1 h of their first commit; 2 of 42 failed, recovered in 41 min.',
  ],
  [
    'a lead time that is missing',
    { leadTime: { value: null, missing: 'No pull request reached production in this period.', from: 'merge' } },
    '42 deployments in 30 days; 2 of 42 failed, recovered in 41 min. No pull request reached production in this period.',
  ],
  [
    'no failure, and no recovery either',
    {
      changeFailureRate: { value: 0, overall: { failed: 0, of: 42, rate: 0 } },
      recoveryTime: { value: null, open: [], closed: [] },
    },
    '42 deployments in 30 days, half of all changes were live within 3 h 10 min of merging; none failed.',
  ],
  [
    'several incidents, and two open ones',
    { recoveryTime: { value: 2_460, open: [{}, {}], closed: [{}, {}] } },
    '42 deployments in 30 days, half of all changes were live within 3 h 10 min of merging; 2 of 42 failed, half recovered within 41 min. 2 incidents are open.',
  ],
  [
    'what was open when a period ended',
    { period: { ...period, now: period.to }, recoveryTime: { value: 2_460, open: [{}], closed: [{}] } },
    '42 deployments in 30 days, half of all changes were live within 3 h 10 min of merging; 2 of 42 failed, recovered in 41 min. 1 incident was open when the period ended.',
  ],
  [
    'large numbers',
    { changeFailureRate: { value: 193 / 3375, overall: { failed: 193, of: 3375, rate: 193 / 3375 } } },
    '42 deployments in 30 days, half of all changes were live within 3 h 10 min of merging; 193 of 3,375 failed, recovered in 41 min.',
  ],
  [
    'what the plan does not include',
    { leadTime: null, changeFailureRate: null, recoveryTime: null, locked: ['leadTime'] },
    '42 deployments in 30 days, 40 of them successful.',
  ],
  [
    'data that begins within the days',
    { dataFrom: '2026-03-05' },
    '42 deployments since 5 Mar 2026, half of all changes were live within 3 h 10 min of merging; 2 of 42 failed, recovered in 41 min.',
  ],
  [
    'no deployment since data begins',
    {
      dataFrom: '2026-03-05',
      deploymentFrequency: { outcomes: { success: 0, failure: 0, rolledBack: 0, cancelled: 2 } },
    },
    'No deployment reached production since 5 Mar 2026.',
  ],
  [
    'no deployment, but an incident from before',
    {
      deploymentFrequency: { outcomes: { success: 0, failure: 0, rolledBack: 0, cancelled: 2 } },
      recoveryTime: { value: null, open: [{}], closed: [] },
    },
    'No deployment reached production in 30 days. 1 incident is open.',
  ],
])('is honest about %s', (_, fields, sentence) => {
  expect(said(fields)).toBe(sentence)
})

test('what was shipped, against the period before', () => {
  const own = { ...period, days: Array(30) }
  const before = { firstDay: '2026-01-31', lastDay: '2026-03-01' }
  const said = (previousSuccess: number | null, more: object = {}) =>
    shippedWords({
      filters,
      period: own,
      previousPeriod: before,
      deploymentFrequency: { outcomes, previousSuccess },
      leadTime: { delivered: 61, previousDelivered: 58 },
      ...more,
    } as never)
      ?.map(({ text }) => text)
      .join('')
  expect(said(35)).toBe('40 successful deployments shipped 61 pull requests, against 35 and 58 (the 30 days before).')
  expect(said(null)).toBe('40 successful deployments shipped 61 pull requests.')
  expect(said(35, { leadTime: null })).toBeUndefined()
})
