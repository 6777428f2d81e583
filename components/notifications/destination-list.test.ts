import { createElement } from 'react'
import { expect, it } from 'vitest'
import { renderMarkup } from '@/lib/testing/markup'
import { DestinationList } from './destination-list'

const destination = {
  id: 1,
  kind: 'slack' as const,
  name: 'Releases',
  host: 'hooks.slack.com',
  recipients: null,
  topics: [],
  teams: ['Harbour'],
  digestWeekday: 1,
  digestHour: 8,
  pausedAt: null,
  pausedBecause: null,
  failingSince: null,
  deliveredAt: null,
}

it('names the first services and teams that it is for, and how many others there are', () => {
  const textFor = (count: number) => {
    const services = Array.from({ length: count }, (_, index) => `service-${index + 1}`)
    const props = { destinations: [{ ...destination, services }], timeZone: 'UTC', now: new Date(), actions: null }
    return renderMarkup(createElement(DestinationList, props)).text
  }
  expect(textFor(2)).toContain('of service-1, service-2, team Harbour')
  expect(textFor(100)).toContain('service-10 and 91 others')
})
