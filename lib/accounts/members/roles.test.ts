import { describe, expect, it } from 'vitest'
import { atLeast, mayChange, roles } from './roles'

describe('roles', () => {
  it('include what lower ones may', () => {
    const allowed = roles.map((role) => roles.filter((needed) => atLeast(role, needed)))
    expect(allowed).toEqual([['member'], ['member', 'manager'], ['member', 'manager', 'owner']])
  })

  const changes = [null, ...roles].flatMap((before) => [null, ...roles].map((after) => ({ before, after })))

  it('let owners change everyone', () => {
    expect(changes.every(({ before, after }) => mayChange('owner', before, after))).toBe(true)
  })

  it('let managers change everyone but owners, and make none', () => {
    const refused = changes.filter(({ before, after }) => !mayChange('manager', before, after))
    expect(refused).toHaveLength(7)
    expect(refused.every(({ before, after }) => before === 'owner' || after === 'owner')).toBe(true)
  })

  it('let members change no one', () => {
    expect(changes.some(({ before, after }) => mayChange('member', before, after))).toBe(false)
  })
})
