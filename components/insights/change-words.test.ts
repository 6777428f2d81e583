import { createElement } from 'react'
import { expect, test } from 'vitest'
import { notLeveled } from '@/lib/insights/metrics/levels'
import { changeOf, type MetricValue } from '@/lib/insights/metrics/metric-value'
import { renderMarkup } from '@/lib/testing/markup'
import { periodOf } from '@/lib/time/period'
import { ChangeWords } from './change-words'

const previousPeriod = periodOf('2026-03-02', '2026-03-08', 'UTC', new Date('2026-03-20T12:00:00Z'))

const result = (value: number | null, previous: number | null): MetricValue => ({
  value,
  unit: 'count',
  missing: value === null ? 'Nothing was merged in this period.' : null,
  ...notLeveled,
  previous,
  previousMissing: previous === null ? 'Data begins on 5 Mar 2026.' : null,
  change: changeOf(value, previous, 'higher'),
  provenance: { sampleSize: 1, excluded: [], adjusted: [] },
})

const shown = (of: MetricValue) => renderMarkup(createElement(ChangeWords, { result: of, previousPeriod }))

test('a number without one before says to everyone why it is not compared', () => {
  const { text, attributes } = shown(result(3, null))
  expect(text).toBe('No comparison: data begins on 5 Mar 2026.')
  expect(attributes('span', 'class')).toEqual([])
})

test('what has no number has nothing to compare', () => {
  expect(shown(result(null, null)).html).toBe('')
})

test('a change has its sign and a word', () => {
  expect(shown(result(3, 2)).text).toContain('+50%, better')
})
