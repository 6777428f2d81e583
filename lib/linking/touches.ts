import { compileGlob, type Glob, matchesPath } from './glob'
import { GlobError } from './glob-rules'

/** Paths without braces that all globs of a service may stand for. */
export const maxPatterns = 256

/**
 * The patterns of a service's globs, and the globs that were stored and are refused by now: they are not compiled and
 * match nothing.
 */
export function readGlobs(globs: readonly string[]): { patterns: Glob[]; refused: string[] } {
  const patterns: Glob[] = []
  const refused: string[] = []
  for (const glob of globs) {
    const own = patternsOf(glob)
    if (own === null || patterns.length + own.length > maxPatterns) refused.push(glob)
    else patterns.push(...own)
  }
  return { patterns, refused }
}

function patternsOf(glob: string): Glob[] | null {
  try {
    return compileGlob(glob)
  } catch (error) {
    if (error instanceof GlobError) return null
    throw error
  }
}

/** Tells of the paths of changed files whether one of a service's globs matches. Hidden files count like any other. */
export function touches(globs: readonly string[]): (paths: readonly string[]) => boolean {
  const { patterns } = readGlobs(globs)
  return (paths) =>
    paths.some((path) => {
      const names = path.split('/')
      return patterns.some((pattern) => matchesPath(pattern, names))
    })
}
