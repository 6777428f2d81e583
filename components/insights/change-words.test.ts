import { createElement } from 'react'
import { expect, test } from 'vitest'
import { notLeveled } from '@/lib/insights/metrics/levels'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import { renderMarkup } from '@/lib/testing/markup'
import { periodOf } from '@/lib/time/period'
import { ChangeWords } from './change-words'

const previousPeriod = periodOf('2026-03-02', '2026-03-08', 'UTC', new Date('2026-03-20T12:00:00Z'))

type Word = NonNullable<MetricValue['change']>['word']

const result = (value: number | null, previous: number | null, word: Word = 'better'): MetricValue => ({
  value,
  unit: 'count',
  missing: value === null ? 'Nothing was merged in this period.' : null,
  ...notLeveled,
  previous,
  previousMissing: previous === null ? 'Data begins on 5 Mar 2026.' : null,
  change:
    value === null || previous === null ? null : { difference: value - previous, ratio: value / previous - 1, word },
  contributions: null,
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

test('a change has its sign, a word and the value before', () => {
  const better = shown(result(3, 2))
  expect(better.text).toContain('+50%, better; 2 before')
  expect(better.attributes('span', 'class').join(' ')).toContain('text-success')
})

test('a change that chance explains has no colour', () => {
  const { text, attributes } = shown(result(3, 2, 'within noise'))
  expect(text).toContain('+50%, within noise')
  expect(attributes('span', 'class').join(' ')).not.toMatch(/text-(success|failure)/)
})
