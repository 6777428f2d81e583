import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Definition, MetricSlug } from './definition'
import { definitionOf, metricSlugs, titleOf } from './definitions'

/** The rows of the table of definitions, by the name of the metric. */
const documented = new Map(
  readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')
    .split('\n## ')
    .filter((section) => section.startsWith('Definitions'))
    .flatMap((section) => [...section.matchAll(/^\| \*\*(.+?)\*\*(.*?) \| (.+?) \|.*\| (.+?) \|$/gm)])
    .map(([, name = '', start = '', formula = '', source = '']) => [`${name}${start}`, { formula, source }]),
)

const starts = ['merge', 'first-commit'] as const

type Defined = { name: string; slug: MetricSlug; definition: Definition }

/** Every definition there is, by its name in the table. */
const defined = metricSlugs.flatMap((slug): Defined[] =>
  slug === 'lead-time'
    ? starts.map((leadTimeFrom) => {
        const definition = definitionOf(slug, leadTimeFrom)
        return { name: `${nameOf(definition)} from the ${leadTimeFrom.replace('-', ' ')}`, slug, definition }
      })
    : [{ name: titleOf(slug).toLowerCase(), slug, definition: definitionOf(slug, 'merge') }],
)

function nameOf({ title }: { title: string }): string {
  return title.toLowerCase()
}

it('the documentation defines every metric and no other', () => {
  expect([...documented.keys()].sort()).toEqual(defined.map(({ name }) => name).sort())
})

it.each(defined)('$name means what the documentation says', ({ name, slug, definition: told }) => {
  const { slug: own, definition, formula, source } = told
  const row = documented.get(name)
  expect(own).toBe(slug)
  expect(formula).toBe(row?.formula)
  expect(definition).toMatch(/^[A-Z].*\.$/)
  expect(source?.url ?? null).toBe(/\[DORA\]\((.+?)\)/.exec(row?.source ?? '')?.[1] ?? null)
})

it('lead time is credited to DORA from the first commit alone', () => {
  const [merge, firstCommit] = starts.map((leadTimeFrom) => definitionOf('lead-time', leadTimeFrom))
  expect(merge?.source).toMatchObject({ before: 'Leadline’s own.', title: 'DORA counts from the first commit' })
  expect(documented.get('lead time for changes from the merge')?.source).toMatch(/^Leadline's own\. \[DORA\]/)
  expect(merge?.definition).toContain('from the merge')
  expect(firstCommit?.source?.before).toBeUndefined()
  expect(firstCommit?.definition).toContain('from the first commit')
  expect([merge?.title, firstCommit?.title]).toEqual([titleOf('lead-time'), titleOf('lead-time')])
})
