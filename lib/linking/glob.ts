import { type Expanded, expandGlob } from './expand-glob'
import { isStar, matchesName, type NamePart, names, star } from './glob-name'
import { checkGlob } from './glob-rules'

/** The names of a path, or patterns of them; `**` stands for any number of them. */
export type Glob = readonly (readonly NamePart[] | '**')[]

/** The patterns without braces that a glob stands for. Throws `GlobError`. */
export function compileGlob(glob: string): Glob[] {
  checkGlob(glob)
  return expandGlob(glob).map(toGlob)
}

function toGlob(expanded: Expanded): Glob {
  const written: NamePart[][] = [[]]
  for (const part of expanded) {
    if (part === '/') written.push([])
    else written.at(-1)?.push(part)
  }
  // `**.ts` has always been every such file, in whatever folder.
  if (written[0]?.[0] === names && written[0][1] === '.') written.unshift([names])
  const glob = written.map((name) => (name.length === 1 && name[0] === names ? '**' : name))
  while (glob.at(-1) === '**' && glob.at(-2) === '**') glob.pop()
  const [folder, last] = glob.slice(-2)
  // `services/**` is also the file `services`, but `services/*/**` is none of the files in `services`.
  if (last === '**' && folder !== '**' && isStar(folder?.at(-1))) glob.splice(-1, 0, [star])
  return glob
}

/**
 * Whether a path, split at its slashes, matches. Like `matchesName`, it only returns to the last `**`: the time is
 * bounded by the length of the pattern times that of the path.
 */
export function matchesPath(glob: Glob, path: readonly string[]): boolean {
  let part = 0
  let at = 0
  let starPart = -1
  let starAt = 0
  while (at < path.length) {
    const next = glob[part]
    if (next === '**') {
      starPart = part
      starAt = at
      part += 1
    } else if (next !== undefined && isName(next, path[at] ?? '')) {
      part += 1
      at += 1
    } else if (starPart >= 0) {
      starAt += 1
      part = starPart + 1
      at = starAt
    } else return false
  }
  return glob.slice(part).every((rest) => rest === '**')
}

/** A star alone stands for a name, and every name has a character. */
function isName(pattern: readonly NamePart[], name: string): boolean {
  return matchesName(pattern, name) && (name !== '' || pattern.length === 0)
}
