import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { Incident } from '@/lib/insights/metrics/incidents'
import { renderMarkup } from '@/lib/testing/markup'
import type { Period } from '@/lib/time/period'
import { WallIncidents } from './wall-incidents'

const now = new Date('2026-03-31T12:00:00Z')
const period: Period = {
  firstDay: '2026-03-01',
  lastDay: '2026-03-31',
  from: new Date('2026-03-01T00:00:00Z'),
  to: new Date('2026-04-01T00:00:00Z'),
  timeZone: 'UTC',
  now,
  elapsedDays: 30.5,
  days: [],
  parts: [],
}

const incidents = (count: number): Incident[] =>
  Array.from({ length: count }, (_, n) => ({
    service: `service-${n}.`,
    environment: 'production',
    openedAt: now.getTime() - (count - n) * 60_000,
    openedById: n + 1,
    failures: 1,
    closedAt: null,
    closedById: null,
    seconds: null,
  }))

const wallOf = (open: Incident[]) => renderMarkup(createElement(WallIncidents, { open, period }))

it('has the latest 50 open incidents and a count of the others', () => {
  const wall = wallOf(incidents(25_000))
  expect(wall.tags('li')).toHaveLength(51)
  expect(wall.text).toContain('25,000 open incidents')
  expect(wall.text).toContain('service-24999.')
  expect(wall.text).toContain('service-24950.')
  expect(wall.text).not.toContain('service-24949.')
  expect(wall.text).toContain('and 24,950 more')
})

it('has all of 50', () => {
  const wall = wallOf(incidents(50))
  expect(wall.tags('li')).toHaveLength(50)
  expect(wall.text).not.toContain('more')
})
