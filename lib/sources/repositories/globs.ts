import { AppError } from '@/lib/core/errors'
import { unprintable } from '@/lib/core/invisible'
import { trimEnd } from '@/lib/core/trim-end'
import { maxCharacters } from '@/lib/deployments/linking/expand-glob'
import { compileGlob } from '@/lib/deployments/linking/glob'
import { GlobError } from '@/lib/deployments/linking/glob-rules'
import { readGlobs } from '@/lib/deployments/linking/touches'

const maxGlobs = 50

/**
 * Globs relative to the root of a repository, as people write them: blank ones left out, `./` cut, a folder with a
 * slash at its end taken for all that is in it. Throws `invalid` with the first that is wrong.
 */
export function parseGlobs(texts: readonly string[]): string[] {
  const globs = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))].map(parseGlob)
  if (globs.length === 0) throw new AppError('invalid', 'Enter at least one path, such as services/api/**')
  if (globs.length > maxGlobs) throw new AppError('invalid', `A service can have at most ${maxGlobs} paths`)
  const unique = [...new Set(globs)]
  if (readGlobs(unique).refused.length === 0) return unique
  throw new AppError(
    'invalid',
    `These paths come to more than ${maxCharacters} characters with their braces written out. Use fewer or shorter ones.`,
  )
}

function parseGlob(text: string): string {
  const path = text.replace(/^(\.\/)+/, '')
  const glob = path.endsWith('/') ? `${trimEnd(path, '/')}/**` : path
  try {
    compileGlob(glob)
    return glob
  } catch (error) {
    if (!(error instanceof GlobError)) throw error
    const shown = [...text.slice(0, 60)].map((char) => (unprintable.test(char) ? '�' : char)).join('')
    throw new AppError('invalid', `The path “${shown}” ${error.message}`)
  }
}
