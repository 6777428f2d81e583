import { expect, it } from 'vitest'
import { cleanText } from './clean-text'

it('is text that rows can bear and pages can show', () => {
  expect(cleanText('nul\0 half \ud83d')).toBe('nul half \ufffd')
  expect(cleanText('mallory\u202e \u2066into\u2069')).toBe('mallory into')
  expect(cleanText('x'.repeat(2_000))).toHaveLength(300)
})
