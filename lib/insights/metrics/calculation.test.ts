import { describe, expect, it } from 'vitest'
import { medianWords, perDayWords, shareWords } from './calculation'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('how a number was calculated', () => {
  it.each([
    [perDayWords(42, 'merge', 30), '42 merges ÷ 30 days = 1.4 a day'],
    [perDayWords(1, 'merge', 1), '1 merge ÷ 1 day = 1 a day'],
    [perDayWords(6, 'merge', 29.5), '6 merges ÷ 29.5 days = 0.203 a day = 1.4 a week'],
    [perDayWords(0, 'merge', 7), '0 merges ÷ 7 days = 0 a day'],
  ])('divides by days: %s', (words, expected) => expect(plain(words)).toBe(expected))

  it('adds what makes up a share', () => {
    const parts: [number, string][] = [
      [2, 'failed'],
      [1, 'rolled back'],
    ]
    expect(plain(shareWords(parts, 42, 'deployment'))).toMatch(
      /^2 failed \+ 1 rolled back of 42 deployments = 7\.1 ?%$/,
    )
  })

  it.each([
    [[90], 'The only one: 90 s = 1 min 30 s'],
    [[300, 60, 120], 'In order, the 2nd of 3: 120 s = 2 min'],
    [[300, 60, 120, 240.5], 'In order, between the 2nd and 3rd of 4: (120 s + 240.5 s) ÷ 2 = 180.25 s = 3 min'],
  ])('finds the middle of %s', (seconds, expected) =>
    expect(plain(medianWords(Float64Array.from(seconds), 'seconds'))).toBe(expected),
  )

  it('counts positions as people do', () => {
    const seconds = new Float64Array(223).fill(60)
    expect(medianWords(seconds, 'seconds')).toContain('the 112th of 223')
    expect(medianWords(seconds.slice(0, 21), 'seconds')).toContain('the 11th of 21')
    expect(medianWords(seconds.slice(0, 41), 'seconds')).toContain('the 21st of 41')
  })
})
