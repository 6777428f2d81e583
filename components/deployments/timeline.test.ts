import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { TimelineEntry } from '@/lib/deployments/load-timeline'
import { renderMarkup } from '@/lib/testing/markup'
import { Timeline, timelineWords } from './timeline'

const now = new Date('2026-03-31T12:00:00Z')

const timelineOf = (count: number) => {
  const events = Array.from({ length: count }, (_, n): TimelineEntry => {
    const key = { name: `key ${n}.`, display: 'ldl_…', trusted: false }
    const reported = { status: 'success', environment: 'production', commitSha: 'abc', startedAt: now } as const
    return { ...reported, completedAt: now, receivedAt: now, key, changed: [] }
  })
  return renderMarkup(createElement(Timeline, { events, timeZone: 'UTC', now }))
}

it('has the latest hundred reports, each with what it changed', () => {
  const timeline = timelineOf(500)
  expect(timeline.tags('li')).toHaveLength(100)
  expect(timeline.text).not.toContain('key 399.')
  expect(timeline.text).toContain('key 400.')
  expect(timeline.text).toContain('key 499.')
  expect(timeline.text.match(/It changed nothing/g)).toHaveLength(100)
})

it('has all of a hundred, the first of which changed nothing yet', () => {
  const timeline = timelineOf(100)
  expect(timeline.tags('li')).toHaveLength(100)
  expect(timeline.text.match(/It changed nothing/g)).toHaveLength(99)
})

it.each([
  [100, 'All reports, in the order they came in.'],
  [101, 'The latest 100 reports (1 earlier report is left out), in the order they came in.'],
  [499, 'The latest 100 reports (399 earlier reports are left out), in the order they came in.'],
  [500, 'The latest 100 reports (at least 400 earlier reports are left out), in the order they came in.'],
])('of %d reports says %s', (events, words) => {
  expect(timelineWords(events, 500, null)).toBe(words)
})

it.each([
  [
    2,
    90,
    'The reports that are kept, in the order they came in. Reports that decided nothing are dropped after 90 days',
  ],
  [101, 1, 'left out), in the order they came in. Reports that decided nothing are dropped after 1 day,'],
])('of %d reports, of which some may have been dropped after %d days, says %s', (events, days, words) => {
  expect(timelineWords(events, 500, days)).toContain(words)
})
