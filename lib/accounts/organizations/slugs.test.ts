import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { slugSchema } from './schema'
import { suggestSlug } from './suggest-slug'

const app = fileURLToPath(new URL('../../../app', import.meta.url))

/** The first segments of the addresses under a folder of `app`; folders in brackets add none. */
function firstSegments(folder: string): string[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.flatMap(({ name }) => {
    if (name.startsWith('(')) return firstSegments(path.join(folder, name))
    return name.startsWith('[') || name.startsWith('_') ? [] : [name]
  })
}

describe('slugs', () => {
  it.each(['acme', 'a', '4', 'acme-tools', 'x'.repeat(63)])('may be %s', (slug) => {
    expect(slugSchema.safeParse(slug).success).toBe(true)
  })

  it.each(['', 'Acme', '-acme', 'acme-', 'a b', 'ä', 'x'.repeat(64), 'a/b', 'a.b'])('may not be %j', (slug) => {
    expect(slugSchema.safeParse(slug).success).toBe(false)
  })

  it('never hide a page of the product', () => {
    const segments = firstSegments(app)
    expect(segments).toContain('api')
    expect(segments.filter((segment) => slugSchema.safeParse(segment).success)).toEqual([])
  })

  it.each([
    ['Acme Tools, Inc.', 'acme-tools-inc'],
    ['  Ünïcode & Söhne  ', 'unicode-sohne'],
    ['Ærø Søfart Łódź', 'aero-sofart-lodz'],
    ['李', ''],
    [`${'ab '.repeat(30)}`, 'ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-a'],
  ])('are suggested by a name: %s', (name, slug) => {
    expect(suggestSlug(name)).toBe(slug)
    if (slug) expect(slugSchema.parse(slug)).toBe(slug)
  })
})
