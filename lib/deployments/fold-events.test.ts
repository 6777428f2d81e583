import { describe, expect, test } from 'vitest'
import { foldEvents } from './fold-events'
import type { DeploymentEvent } from './schema'

const at = (time: string) => new Date(`2026-03-04T${time}Z`)

const pending: DeploymentEvent = {
  deploymentId: 'run-1',
  commitSha: 'aaaaaaa',
  environment: 'production',
  status: 'pending',
  startedAt: at('05:00:00'),
  completedAt: null,
  organizationSlug: null,
  service: null,
  branch: null,
  triggeredBy: null,
  pipelineName: null,
  previousCommitSha: null,
  pipelineUrl: null,
  rawPayload: null,
  metadata: null,
}
const running: DeploymentEvent = { ...pending, status: 'in_progress', service: 'api', branch: 'main' }
const succeeded: DeploymentEvent = { ...pending, status: 'success', completedAt: at('05:10:00'), branch: 'release' }
const rolledBack: DeploymentEvent = { ...succeeded, status: 'rolled_back', completedAt: at('06:00:00'), branch: null }
const rerun: DeploymentEvent = { ...running, startedAt: at('07:00:00'), commitSha: 'bbbbbbb' }

/** The state after these events, arrived in this order. */
const fold = (...events: DeploymentEvent[]) => foldEvents(events.map((event, arrival) => ({ ...event, arrival })))

describe('the status', () => {
  test.each([
    ['start, then success', [pending, running, succeeded], 'success'],
    ['success, then a late start: finished stays finished', [succeeded, running, pending], 'success'],
    ['success, then a roll-back', [succeeded, rolledBack], 'rolled_back'],
    ['a roll-back that overtakes its success', [rolledBack, succeeded], 'rolled_back'],
    ['a re-run with a later start reopens', [succeeded, rerun], 'in_progress'],
    ['the first run reported after its re-run', [rerun, succeeded], 'in_progress'],
    [
      'the same instant, terminal twice: the later arrival',
      [succeeded, { ...succeeded, status: 'failure' }],
      'failure',
    ],
    ['the same instant, the other way round', [{ ...succeeded, status: 'failure' }, succeeded], 'success'],
  ] as const)('%s', (_name, events, expected) => {
    expect(fold(...events).status).toBe(expected)
  })
})

test('what decides the status gives commit, environment, start and completion', () => {
  expect(fold(rerun, succeeded)).toMatchObject({
    commitSha: 'bbbbbbb',
    startedAt: at('07:00:00'),
    completedAt: null,
  })
})

test('a field that is absent keeps its value, one that is present replaces it', () => {
  expect(fold(pending, running, succeeded, rolledBack)).toMatchObject({ service: 'api', branch: 'release' })
})

test('a late event fills a gap but replaces nothing newer', () => {
  expect(fold(succeeded, { ...running, pipelineName: 'deploy' })).toMatchObject({
    branch: 'release',
    service: 'api',
    pipelineName: 'deploy',
  })
})

test('metadata and rawPayload are replaced as a whole', () => {
  const state = fold({ ...running, metadata: { a: 1, b: 2 }, rawPayload: { a: 1 } }, { ...succeeded, metadata: {} })
  expect(state).toMatchObject({ metadata: {}, rawPayload: { a: 1 } })
})

test('one event is its own state', () => {
  const { organizationSlug, ...state } = succeeded
  expect(fold(succeeded)).toEqual(state)
})

test('no events are no deployment', () => {
  expect(() => foldEvents([])).toThrow(RangeError)
})
