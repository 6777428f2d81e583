import { describe, expect, it } from 'vitest'
import { trialOf } from './trial'

const endsAt = new Date('2026-03-15T10:00:00Z')
const at = (iso: string) => trialOf({ plan: 'free', trialEndsAt: endsAt }, new Date(iso))

describe('the trial', () => {
  it('has not started before the first event', () => {
    expect(trialOf({ plan: 'free', trialEndsAt: null }, new Date())).toEqual({ state: 'not-started' })
  })

  it('counts begun days and ends to the second', () => {
    expect(at('2026-03-01T10:00:00Z')).toEqual({ state: 'running', daysLeft: 14, endsAt })
    expect(at('2026-03-14T10:00:01Z')).toEqual({ state: 'running', daysLeft: 1, endsAt })
    expect(at('2026-03-15T09:59:59Z')).toEqual({ state: 'running', daysLeft: 1, endsAt })
    expect(at('2026-03-15T10:00:00Z')).toEqual({ state: 'ended', endsAt })
  })

  it.each(['business', 'enterprise'] as const)('is no matter on the %s plan', (plan) => {
    expect(trialOf({ plan, trialEndsAt: endsAt }, new Date())).toBeNull()
  })
})
