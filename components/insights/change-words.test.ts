import { createElement } from 'react'
import { expect, test } from 'vitest'
import { type Figure, figureOf, measured } from '@/lib/metrics/figure'
import { notLeveled } from '@/lib/metrics/levels'
import { periodOf } from '@/lib/metrics/period'
import { renderMarkup } from '@/lib/testing/markup'
import { ChangeWords } from './change-words'

const previousPeriod = periodOf('2026-03-02', '2026-03-08', 'UTC', new Date('2026-03-20T12:00:00Z'))

function figure(value: number | null, previous: number | null): Figure {
  return figureOf({
    unit: 'count',
    better: 'higher',
    leveled: notLeveled,
    current: measured(value, 'Nothing was merged in this period.'),
    previous: measured(previous, 'Data begins on 5 Mar 2026.'),
    made: { sampleSize: 1, excluded: [], adjusted: [] },
  })
}

const shown = (of: Figure) => renderMarkup(createElement(ChangeWords, { figure: of, previousPeriod }))

test('a number without one before says to everybody why it is not compared', () => {
  const { text, attributes } = shown(figure(3, null))
  expect(text).toBe('No comparison: data begins on 5 Mar 2026.')
  expect(attributes('span', 'class')).toEqual([])
})

test('what has no number has nothing to compare', () => {
  expect(shown(figure(null, null)).html).toBe('')
})

test('a change has its sign and a word', () => {
  expect(shown(figure(3, 2)).text).toContain('+50%, better')
})
