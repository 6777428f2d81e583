import { AppError } from '@/lib/core/errors'
import { unprintable } from '@/lib/core/invisible'
import { trimEnd } from '@/lib/core/trim-end'
import { maxCharacters } from '@/lib/deployments/linking/expand-glob'
import { compileGlob, type Glob } from '@/lib/deployments/linking/glob'
import { GlobError } from '@/lib/deployments/linking/glob-rules'
import { charactersOf } from '@/lib/deployments/linking/touches'

const maxGlobs = 50

/**
 * Globs relative to the root of a repository, as people write them: blank ones left out, `./` cut, a folder with a
 * slash at its end taken for all that is in it. Throws `invalid` with the first that is wrong, and reads none behind it.
 */
export function parseGlobs(texts: readonly string[]): string[] {
  const written = texts.map((text) => text.trim()).filter((text) => text !== '')
  const textOf = new Map(written.map((text) => [globOf(text), text]))
  if (textOf.size === 0) throw new AppError('invalid', 'Enter at least one path, such as services/api/**')
  if (textOf.size > maxGlobs) throw new AppError('invalid', `A service can have at most ${maxGlobs} paths`)
  let characters = 0
  for (const [glob, text] of textOf) {
    characters += charactersOf(compile(glob, text))
    if (characters > maxCharacters) throw tooLong()
  }
  return [...textOf.keys()]
}

function globOf(text: string): string {
  const path = text.replace(/^(\.\/)+/, '')
  return path.endsWith('/') ? `${trimEnd(path, '/')}/**` : path
}

function compile(glob: string, text: string): Glob[] {
  try {
    return compileGlob(glob)
  } catch (error) {
    if (!(error instanceof GlobError)) throw error
    const shown = [...text.slice(0, 60)].map((char) => (unprintable.test(char) ? '�' : char)).join('')
    throw new AppError('invalid', `The path “${shown}” ${error.message}`)
  }
}

function tooLong(): AppError {
  return new AppError(
    'invalid',
    `These paths come to more than ${maxCharacters} characters with their braces written out. Use fewer or shorter ones.`,
  )
}
