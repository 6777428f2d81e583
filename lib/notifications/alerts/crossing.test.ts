import { describe, expect, it } from 'vitest'
import { crossing } from './crossing'

/** What happens to an alert while a metric takes these values. */
function course(above: boolean, threshold: number, values: readonly number[]) {
  let isCrossed = false
  return values.map((value) => {
    const what = crossing({ above, threshold, isCrossed }, value)
    if (what !== null) isCrossed = what === 'crossed'
    return what
  })
}

describe('an alert', () => {
  it('above: is crossed once, and back once the value is 5% below', () => {
    expect(course(true, 100, [100, 101, 150, 100, 99, 101, 95, 100, 101])).toEqual([
      ...[null, 'crossed', null, null, null, null, 'back', null, 'crossed'],
    ])
  })

  it('below: the other way round', () => {
    expect(course(false, 100, [100, 99, 50, 100, 104, 105, 100, 99])).toEqual([
      ...[null, 'crossed', null, null, null, 'back', null, 'crossed'],
    ])
  })

  it('at 0 is back at 0', () => {
    expect(course(true, 0, [0, 0.1, 0])).toEqual([null, 'crossed', 'back'])
  })
})
