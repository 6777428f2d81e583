import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { renderMarkup } from '@/lib/testing/markup'
import { IncidentTimeline } from './incident-timeline'

const incident = (label: string, from: number, to: number | null) => ({
  label,
  href: `/acme/deployments/${label}`,
  words: `${label} failed`,
  from,
  to,
  opened: `${label} opened`,
  closed: to === null ? null : `${label} closed`,
})

const timelineOf = (...incidents: ReturnType<typeof incident>[]) =>
  renderMarkup(
    createElement(IncidentTimeline, { id: 'incidents', title: 'Incidents', ticks: [], incidents }),
    'table=incidents',
  )

const timeline = timelineOf(incident('web', 0.1, 0.5), incident('api', -0.5, 0.2), incident('jobs', 0.8, null))
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
      ['web', 'web opened', 'web closed'],
      ['api', 'api opened', 'api closed'],
      ['jobs', 'jobs opened', '—Not closed in this period'],
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
