import { describe, expect, test } from 'vitest'
import { deploymentStatuses, terminalStatuses } from './schema'
import { compareEvents, durationSeconds, eventInstant, isProduction, progressOf } from './status'

const at = (time: string) => new Date(`2026-03-04T${time}Z`)

test.each([
  ['pending', 0],
  ['in_progress', 1],
  ['success', 2],
  ['failure', 2],
  ['cancelled', 2],
  ['rolled_back', 2],
] as const)('progress of %s is %i', (status, expected) => {
  expect(progressOf(status)).toBe(expected)
})

test('a terminal status speaks of its completion, another of its start', () => {
  for (const status of deploymentStatuses) {
    const event = { status, startedAt: at('05:00:00'), completedAt: at('05:10:00') }
    expect(eventInstant(event)).toEqual(terminalStatuses.includes(status) ? at('05:10:00') : at('05:00:00'))
  }
})

describe('which of two events comes later', () => {
  const started = { status: 'in_progress', startedAt: at('05:00:00'), completedAt: null, arrival: 1 } as const
  const succeeded = { status: 'success', startedAt: at('05:00:00'), completedAt: at('05:10:00'), arrival: 2 } as const

  test.each([
    ['the completion, after the start', started, succeeded],
    ['the completion, even when the start arrives after it', { ...started, arrival: 3 }, succeeded],
    ['a roll-back after a success', succeeded, { ...succeeded, status: 'rolled_back', completedAt: at('06:00:00') }],
    ['a re-run that starts after the completion', succeeded, { ...started, startedAt: at('05:10:01') }],
    ['in progress, when pending has the same instant', { ...started, status: 'pending', arrival: 9 }, started],
    [
      'terminal, when in progress has the same instant',
      { ...started, arrival: 9 },
      { ...succeeded, completedAt: at('05:00:00') },
    ],
    [
      'of two terminal ones at one instant, the later arrival',
      succeeded,
      { ...succeeded, status: 'failure', arrival: 3 },
    ],
    ['of two starts at one instant, the later arrival', started, { ...started, arrival: 3 }],
    ['a start, when the completion came before it', { ...succeeded, completedAt: at('04:59:59') }, started],
  ] as const)('%s', (_name, earlier, later) => {
    expect(compareEvents(earlier, later)).toBeLessThan(0)
    expect(compareEvents(later, earlier)).toBeGreaterThan(0)
  })
})

test.each([
  ['success', at('05:10:00'), 600],
  ['failure', at('05:00:00'), 0],
  ['cancelled', new Date('2026-03-04T05:00:01.600Z'), 2],
  ['success', at('04:59:59'), null],
  ['success', null, null],
  ['in_progress', at('05:10:00'), null],
  ['pending', null, null],
] as const)('%s, started at 05:00:00, completed at %o: took %s s', (status, completedAt, expected) => {
  expect(durationSeconds({ status, startedAt: at('05:00:00'), completedAt })).toBe(expected)
})

test.each([
  ['production', ['production'], true],
  [' Production\n', ['production'], true],
  ['PROD', ['live', ' prod '], true],
  ['production-eu', ['production'], false],
  ['preproduction', ['production'], false],
  ['staging', ['production'], false],
  ['production', [], false],
  ['PRODUCCIÓN', ['producción'], false],
  ['PRODUCCIÓN', ['producciÓn'], true],
  ['\u00a0production', ['production'], false],
  ['production', ['production\r\n'], true],
])('environment "%s" with production names %j: %s', (environment, names, expected) => {
  expect(isProduction(environment, names)).toBe(expected)
})
