import { createPauses } from '@/lib/core/pauses'
import { knownPaths } from '@/lib/deployments/linking/known-paths'
import { maxCharacters } from './expand-glob'
import { compileGlob, type Glob } from './glob'
import { GlobError } from './glob-rules'
import { pathMatcher } from './path-matcher'

/**
 * The patterns of a service's globs, and the globs that were stored and are refused by now: they are not compiled and
 * match nothing. `characters` are those of the patterns, braces written out: the longer, the dearer to compare.
 */
export function readGlobs(globs: readonly string[]): {
  patterns: Glob[]
  refused: string[]
  characters: number
} {
  const patterns: Glob[] = []
  const refused: string[] = []
  let characters = 0
  for (const glob of globs) {
    const own = patternsOf(glob)
    const length = own ? charactersOf(own) : 0
    if (own === null || characters + length > maxCharacters) {
      refused.push(glob)
    } else {
      characters += length
      patterns.push(...own)
    }
  }
  return { patterns, refused, characters }
}

/** What the patterns of a glob count towards `maxCharacters`. */
export function charactersOf(patterns: readonly Glob[]): number {
  return patterns.flat().reduce((sum, part) => sum + lengthOf(part), patterns.length)
}

/** Brackets are as long as what they list. */
function lengthOf(part: Glob[number]): number {
  return typeof part === 'object' && part.sign === 'one of' ? part.ranges.length + 1 : 1
}

function patternsOf(glob: string): Glob[] | null {
  try {
    return compileGlob(glob)
  } catch (error) {
    if (error instanceof GlobError) return null
    throw error
  }
}

/**
 * Tells of the paths of changed files whether one of a service's globs matches, and pauses where there are many. Hidden
 * files count like any other; of more files than can be known, one counts as matching.
 */
export function touches(globs: readonly string[]): (paths: readonly string[]) => Promise<boolean> {
  const matches = pathMatcher(readGlobs(globs).patterns)
  const pause = createPauses()
  return async (paths) => {
    if (knownPaths(paths) === null) return true
    for (const path of paths) {
      if (matches(path)) return true
      await pause()
    }
    return false
  }
}
