import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathMatcher } from '@/lib/deployments/linking/path-matcher'
import { readGlobs } from '@/lib/deployments/linking/touches'
import { findChanged, parseChangedPaths } from './find-changed'

const commitSha = 'abcdef1'
const folder = 'abcdefghij/'.repeat(6)

function changedPaths(paths: readonly string[]) {
  return parseChangedPaths(`since ${commitSha}\n${paths.map((path) => ` ${path}\n`).join('')}`)
}

describe('services that changed', () => {
  it('are those with a path that one of their globs matches', async () => {
    const name = fc.constantFrom('a', 'b', 'ab', 'a.b', 'A', 'é')
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
    const sign = fc.oneof(name, fc.constantFrom('*', '**', 'a*', '?b', '{a,b}', '[ab]'))
    const glob = fc.array(sign, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
    const globs = fc.array(glob, { minLength: 1, maxLength: 4 })
    const all = fc.array(globs, { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(all, fc.array(path, { maxLength: 20 }), async (globsOf, paths) => {
        const services = globsOf.map((globs, index) => ({ service: `s${index}`, globs, commitSha }))
        const touched = services.filter(({ globs }) => paths.some(pathMatcher(readGlobs(globs).patterns)))
        expect(await findChanged(services, changedPaths(paths))).toEqual(touched.map(({ service }) => service))
      }),
    )
  })

  it('are found among thousands whose globs begin like every path', async () => {
    const globs = Array.from({ length: 50 }, (_, index) => `${folder}${index}/**`)
    const services = Array.from({ length: 10_000 }, (_, index) => ({ service: `s${index}`, globs, commitSha }))
    const paths = Array.from({ length: 3_000 }, (_, index) => `${folder}x${index}`)
    expect(await findChanged(services, changedPaths(paths))).toEqual([])
  })

  it('count as changed once globs that are long were read for too many others', async () => {
    const globs = Array.from({ length: 50 }, (_, index) => `?${folder}${index}*`)
    const services = Array.from({ length: 500 }, (_, index) => ({ service: `s${index}`, globs, commitSha }))
    const found = await findChanged(services, changedPaths(['x']))
    expect(found).toContain('s499')
    expect(found).not.toContain('s0')
  })
})
