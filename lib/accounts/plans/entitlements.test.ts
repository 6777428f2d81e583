import { describe, expect, it } from 'vitest'
import { type Feature, features, mayUse } from './entitlements'

const endsAt = new Date('2026-03-15T10:00:00.250Z')
const justBefore = new Date(endsAt.getTime() - 1)
const justAfter = new Date(endsAt.getTime() + 1)
const long = new Date('2036-01-01T00:00:00Z')

const all: Feature[] = [
  'history',
  'deployment-frequency',
  'metrics',
  'signals',
  'notifications',
  'questions',
  'summaries',
]
const free: Feature[] = ['history', 'deployment-frequency']

describe('what an organization may use', () => {
  it.each([
    ['Free before the first event', 'free', null, justBefore, free],
    ['Free in the trial', 'free', endsAt, new Date('2026-03-01T10:00:00.250Z'), all],
    ['Free a millisecond before the trial ends', 'free', endsAt, justBefore, all],
    ['Free at the very end of the trial', 'free', endsAt, endsAt, free],
    ['Free a millisecond after the trial', 'free', endsAt, justAfter, free],
    ['Free years after the trial', 'free', endsAt, long, free],
    ['Business without a trial', 'business', null, long, all],
    ['Business in a trial', 'business', endsAt, justBefore, all],
    ['Business after a trial', 'business', endsAt, justAfter, all],
    ['Enterprise without a trial', 'enterprise', null, long, all],
    ['Enterprise after a trial', 'enterprise', endsAt, justAfter, all],
  ] as const)('%s', (_name, plan, trialEndsAt, now, expected) => {
    expect(all.filter((feature) => mayUse({ plan, trialEndsAt }, feature, now))).toEqual(expected)
  })

  it('is described for each feature, once', () => {
    expect(features.map(({ feature }) => feature)).toEqual(all)
  })
})
