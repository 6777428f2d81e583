import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { definitionOf, metricSlugs } from './definitions'

/** The rows of the table of definitions, by the name of the metric. */
const documented = new Map(
  readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')
    .split('\n## ')
    .filter((section) => section.startsWith('Definitions'))
    .flatMap((section) => [...section.matchAll(/^\| \*\*(.+?)\*\* \| (.+?) \|.*\| (.+?) \|$/gm)])
    .map(([, name = '', formula = '', source = '']) => [name, { formula, source }]),
)

it('the documentation defines every metric and no other', () => {
  const titles = metricSlugs.map((slug) => definitionOf(slug).title.toLowerCase())
  expect([...documented.keys()].sort()).toEqual(titles.sort())
})

it.each(metricSlugs)('%s means what the documentation says', (slug) => {
  const { slug: own, title, definition, formula, source } = definitionOf(slug)
  const row = documented.get(title.toLowerCase())
  expect(own).toBe(slug)
  expect(formula).toBe(row?.formula)
  expect(definition).toMatch(/^[A-Z].*\.$/)
  expect(source?.url ?? null).toBe(/\[DORA\]\((.+?)\)/.exec(row?.source ?? '')?.[1] ?? null)
})
