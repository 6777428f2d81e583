import { createElement } from 'react'
import { expect, it } from 'vitest'
import { renderMarkup } from '@/lib/testing/markup'
import { SentAlong } from './sent-along'

const sentAlong = (metadata: Record<string, string> | null, rawPayload: Record<string, string> | null = null) =>
  renderMarkup(createElement(SentAlong, { metadata, rawPayload }))

const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`name${n}.`, 'value']))

it('has the first hundred entries of metadata, and a count of the others', () => {
  const page = sentAlong(entries(9_000))
  expect(page.tags('dt')).toHaveLength(100)
  expect(page.text).toContain('name99.')
  expect(page.text).not.toContain('name100.')
  expect(page.text).toContain('8,900 more entries are left out: leadline deployment show --json prints all of it.')
  expect(sentAlong(entries(101)).text).toContain('1 more entry is left out')
})

it('has all of a hundred', () => {
  const page = sentAlong(entries(100))
  expect(page.tags('dt')).toHaveLength(100)
  expect(page.text).not.toContain('left out')
})

it('has the beginning of a long payload, and a count of the other characters', () => {
  const { text } = sentAlong(null, { name: 'x'.repeat(200_000) })
  expect(text.length).toBeLessThan(21_000)
  expect(text).toContain('180,016 more characters are left out')
  expect(sentAlong(null, { name: 'x' }).text).not.toContain('left out')
})

it('is not there where nothing was sent', () => {
  expect(sentAlong(null).html).toBe('')
  expect(sentAlong({}).html).toBe('')
})
