import { expect, test } from 'vitest'
import { benchmarkYears } from '@/lib/metrics/levels'
import { defaultChoices, type MetricChoices } from '@/lib/metrics/settings'
import { chosenWords } from './chosen-words'

const oldest = Math.min(...benchmarkYears)
const said = (choices: Partial<MetricChoices>, name: string | null = 'Ada') =>
  chosenWords({ choices: { ...defaultChoices, ...choices }, locked: [] }, { name })

test('choices that are the default go without saying', () => {
  expect(said({})).toBeNull()
})

test.each<[Partial<MetricChoices>, string]>([
  [{ leadTimeFrom: 'first-commit' }, 'As Ada chose, lead time starts at the first commit.'],
  [{ rolledBackFails: false }, 'As Ada chose, rolled-back deployments do not count as failed.'],
  [{ benchmarkYear: oldest }, `As Ada chose, levels are those of ${oldest}.`],
])('each other choice is said: %o', (choices, sentence) => {
  expect(said(choices)).toBe(sentence)
})

test('several are one sentence, of somebody without a name too', () => {
  expect(said({ leadTimeFrom: 'first-commit', rolledBackFails: false, benchmarkYear: oldest }, null)).toBe(
    'As chosen here, lead time starts at the first commit, rolled-back deployments do not count as failed ' +
      `and levels are those of ${oldest}.`,
  )
})

test('what the plan does not include is not spoken of', () => {
  const choices = { ...defaultChoices, leadTimeFrom: 'first-commit' as const }
  expect(chosenWords({ choices, locked: ['leadTime'] }, { name: 'Ada' })).toBeNull()
})
