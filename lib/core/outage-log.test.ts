import { expect, test } from 'vitest'
import { createOutageLog } from '@/lib/core/outage-log'

function start() {
  const clock = { now: 0 }
  const events: string[] = []
  const write = (event: string) => void events.push(event)
  const log = { info: write, warn: write, error: write }
  const outage = createOutageLog({ log, now: () => clock.now, down: 'down', up: 'up' })
  return { clock, events, outage }
}

test('a long outage is one line a minute, and one when it is over', () => {
  const { clock, events, outage } = start()
  outage.succeeded()
  for (; clock.now < 180_000; clock.now += 5_000) outage.failed(new Error('refused'))
  outage.succeeded()
  outage.succeeded()
  expect(events).toEqual([...Array(3).fill('down'), 'up'])
})

test('what comes and goes is two lines a minute', () => {
  const { clock, events, outage } = start()
  for (; clock.now < 120_000; clock.now += 10_000) {
    outage.failed(new Error('refused'))
    outage.succeeded()
  }
  expect(events).toEqual(['down', 'up', 'down', 'up'])
})
