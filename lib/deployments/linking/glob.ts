import { type Expanded, expandGlob } from './expand-glob'
import { isStar, type NamePart, names, star } from './glob-name'
import { checkGlob } from './glob-rules'

/**
 * A pattern without braces: slashes, what stands for characters of a name, and `names`, which stands for any number of
 * names with the slash behind each, or for the rest of the path.
 */
export type Glob = readonly (NamePart | '/')[]

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
  const glob = written.map((name) => (isNames(name) ? name : withoutDoubles(name)))
  const path = glob.filter((name, index) => !isNames(name) || !isNames(glob[index + 1]))
  const [folder, last] = path.slice(-2)
  // `services/**` is also the file `services`, but `services/*/**` is none of the files in `services`.
  if (isNames(last) && !isNames(folder) && isStar(folder?.at(-1))) path.splice(-1, 0, [star])
  return path.flatMap((name, index) => (isNames(name) || index === path.length - 1 ? name : [...name, '/']))
}

function isNames(name: readonly NamePart[] | undefined): boolean {
  return name?.length === 1 && name[0] === names
}

/** Stars next to each other are one. */
function withoutDoubles(name: readonly NamePart[]): NamePart[] {
  return name
    .map((part) => (part === names ? star : part))
    .filter((part, index, parts) => part !== star || parts[index + 1] !== star)
}
