import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { defaultSettings } from '@/lib/testing/metric-samples'
import { type AnyMetric, findMetric, metrics } from './registry'

/** The rows of the table of definitions, by the name of the metric. */
const documented = new Map(
  readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8')
    .split('\n## ')
    .filter((section) => section.startsWith('Definitions'))
    .flatMap((section) => [...section.matchAll(/^\| \*\*(.+?)\*\*(.*?) \| (.+?) \|.*\| (.+?) \|$/gm)])
    .map(([, name = '', start = '', formula = '', source = '']) => [`${name}${start}`, { formula, source }]),
)

const starts = ['merge', 'first-commit'] as const

/** Every definition there is, by its name in the table. */
const defined = metrics.flatMap((metric) =>
  metric.variant
    ? starts.map((start) => ({
        name: `${metric.title} from the ${start.replace('-', ' ')}`,
        ...definedFrom(metric, start),
      }))
    : [{ name: metric.title, ...definedFrom(metric, 'merge') }],
)

function definedFrom(metric: AnyMetric, leadTimeFrom: (typeof starts)[number]) {
  return metric.define({ ...defaultSettings, leadTimeFrom })
}

it('the documentation defines every metric and no other', () => {
  expect([...documented.keys()].sort()).toEqual(defined.map(({ name }) => name.toLowerCase()).sort())
})

it.each(defined)('$name means what the documentation says', ({ name, definition, formula, source }) => {
  const row = documented.get(name.toLowerCase())
  expect(formula).toBe(row?.formula)
  expect(definition).toMatch(/^[A-Z].*\.$/)
  expect(source?.url ?? null).toBe(/\[DORA\]\((.+?)\)/.exec(row?.source ?? '')?.[1] ?? null)
})

it('lead time is credited to DORA from the first commit alone', () => {
  const [merge, firstCommit] = starts.map((start) => definedFrom(findMetric('lead-time'), start))
  expect(merge?.source).toMatchObject({ before: 'Leadline’s own.', title: 'DORA counts from the first commit' })
  expect(documented.get('lead time for changes from the merge')?.source).toMatch(/^Leadline's own\. \[DORA\]/)
  expect(merge?.definition).toContain('from the merge')
  expect(firstCommit?.source?.before).toBeUndefined()
  expect(firstCommit?.definition).toContain('from the first commit')
})
