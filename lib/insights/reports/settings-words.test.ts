import { expect, test } from 'vitest'
import type { MetricSettings } from '@/lib/insights/metrics/settings'
import { defaultSettings } from '@/lib/testing/metric-samples'
import type { ReportPart } from './report'
import { settingsWords } from './settings-words'

const said = (settings: Partial<MetricSettings>, locked: ReportPart[] = []) =>
  settingsWords({ settings: { ...defaultSettings, ...settings }, locked })

const forgiven = 'Rolled-back deployments do not count as failed, as the organization has set.'

test.each<[Partial<MetricSettings>, string]>([
  [{}, 'Lead time is from the merge, the organization’s default.'],
  [
    { leadTimeFrom: 'first-commit' },
    'Lead time is from the first commit, as this link says; the organization’s default is from the merge.',
  ],
  [
    { leadTimeFrom: 'first-commit', leadTimeDefault: 'first-commit', rolledBackFails: false },
    `Lead time is from the first commit, the organization’s default. ${forgiven}`,
  ],
])('how numbers are counted is said: %o', (settings, words) => {
  expect(said(settings)).toBe(words)
})

test('what the plan does not include is not spoken of', () => {
  expect(said({ rolledBackFails: false }, ['leadTime'])).toBe(forgiven)
})
