import fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, it } from 'vitest'
import { pathMatcher } from './path-matcher'
import { readGlobs } from './touches'

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[abA1-]{1,3}(\.[ab])?$/) },
  { weight: 2, arbitrary: fc.constantFrom('*', '?', '.', '_') },
  fc.constantFrom('[ab]', '[a-c]', '[^a]', '[^ab]', '[a-]', '[ab1]', '{a,b}', '{,a}', '{a}', '{a..c}', '{a,{b,*}}'),
)
const globName = fc.oneof(
  { weight: 3, arbitrary: fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')) },
  fc.constantFrom('*', '**'),
)
// Where picomatch has rules of its own for `**`: with braces next to it, and with more than it in a name.
function readsGlobstarApart(glob: string): boolean {
  const names = glob.split('/')
  const byBraces = (index: number) => names.slice(Math.max(0, index - 1), index + 2).some((name) => name.includes('{'))
  return names.some((name, index) => name.includes('**') && (name !== '**' || byBraces(index)))
}

const folders = fc
  .array(globName, { minLength: 1, maxLength: 4 })
  .map((names) => names.join('/'))
  .filter((glob) => !glob.startsWith('./') && !readsGlobstarApart(glob))
const name = fc.stringMatching(/^\.?[abcA1[\]_-]{1,3}(\.[ab])?$/)
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'))
const paths = fc.array(path, { minLength: 1, maxLength: 20 })

function matching(glob: string, candidates: readonly string[]): string[] | null {
  const { patterns, refused } = readGlobs([glob])
  if (refused.length > 0) return null
  return candidates.filter(pathMatcher(patterns))
}

describe('matching ordinary globs', () => {
  it('agrees with picomatch', () => {
    fc.assert(
      fc.property(folders, paths, (glob, candidates) => {
        const found = matching(glob, candidates)
        fc.pre(found !== null)
        const oracle = picomatch(glob, { dot: true })
        expect(found).toEqual(candidates.filter((text) => oracle(text)))
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes folders in braces for one glob each', () => {
    fc.assert(
      fc.property(folders, folders, paths, (one, other, candidates) => {
        const found = matching(`{${one},${other}}/*`, candidates)
        fc.pre(found !== null)
        const [ofOne, ofOther] = [matching(`${one}/*`, candidates), matching(`${other}/*`, candidates)]
        expect(found).toEqual(candidates.filter((text) => ofOne?.includes(text) || ofOther?.includes(text)))
      }),
    )
  })

  it('ends for any text', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[ab{},[\]*?/.!^-]{0,200}$/))
    fc.assert(fc.property(text, paths, (glob, candidates) => void matching(glob, candidates)))
  })
})
