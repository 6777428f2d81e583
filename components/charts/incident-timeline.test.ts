import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { renderMarkup } from '@/lib/testing/markup'
import { IncidentTimeline } from './incident-timeline'

const day = (of: number) => Date.UTC(2026, 7, of)
const incident = (label: string, openedAt: number, closedAt: number | null) => ({
  label,
  openedAt,
  closedAt,
  href: `/acme/deployments/${label}`,
  words: `${label} failed`,
})

const timelineOf = (...incidents: ReturnType<typeof incident>[]) =>
  renderMarkup(
    createElement(IncidentTimeline, {
      title: 'Incidents',
      from: new Date(day(1)),
      to: new Date(day(11)),
      timeZone: 'UTC',
      incidents,
    }),
  )

const timeline = timelineOf(
  incident('web', day(2), day(6)),
  incident('api', day(-4), day(3)),
  incident('jobs', day(9), null),
)
const spans = timeline.tags('line').filter((line) => line.includes('stroke-failure'))

describe('incidents over time', () => {
  it('draws each from its failure to its repair, within the period', () => {
    expect(spans.map((span) => span.match(/x1="(.*?)" x2="(.*?)"/)?.slice(1))).toEqual([
      ['10%', '50%'],
      ['0%', '20%'],
      ['80%', '100%'],
    ])
  })

  it('ends with a dot where it was repaired, and open otherwise', () => {
    expect(timeline.tags('circle')).toHaveLength(2)
    expect(timeline.table.slice(1)).toEqual([
      ['web', '2 Aug 2026, 00:00:00', '6 Aug 2026, 00:00:00'],
      ['api', '27 Jul 2026, 00:00:00', '3 Aug 2026, 00:00:00'],
      ['jobs', '9 Aug 2026, 00:00:00', '—Not closed in this period'],
    ])
  })

  it('links to what failed, and says what happened', () => {
    expect(timeline.links[0]).toEqual({ href: '/acme/deployments/web', name: 'web' })
    expect(timeline.text).toContain('web failed')
  })

  it('says that there was none', () => {
    expect(timelineOf().text).toContain('No incident in this period.')
  })
})
