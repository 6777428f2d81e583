import { expect, it } from 'vitest'
import { definitionOf, metricSlugs } from './definitions'

it.each(metricSlugs)('says what %s means', (slug) => {
  const { title, definition, formula, source } = definitionOf(slug)
  expect(definitionOf(slug).slug).toBe(slug)
  expect(title).not.toBe('')
  expect(definition).toMatch(/\.$/)
  expect(formula).toMatch(/÷|median/)
  if (source) expect(new URL(source.url).hostname).toBe('dora.dev')
})
