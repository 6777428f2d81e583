import picomatch from 'picomatch'

/** Tells of the paths of changed files whether one of a service's globs matches. Hidden files count like any other. */
export function touches(globs: readonly string[]): (paths: readonly string[]) => boolean {
  const matches = picomatch([...globs], { dot: true })
  return (paths) => paths.some((path) => matches(path))
}
