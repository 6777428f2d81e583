import picomatch from 'picomatch'
import { AppError } from '@/lib/errors'

const mostGlobs = 50
const longestGlob = 200
const mostStarsInAName = 2
const mostStars = 5
const unprintable = /[\p{Control}\p{Surrogate}]/u

/**
 * Globs relative to the root of a repository, as people write them: blank ones left out, `./` cut, a folder with a
 * slash at its end taken for all that is in it. Throws `invalid` with the first that is wrong.
 */
export function parseGlobs(texts: readonly string[]): string[] {
  const globs = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))].map(parseGlob)
  if (globs.length === 0) throw new AppError('invalid', 'Enter at least one path, such as services/api/**')
  if (globs.length > mostGlobs) throw new AppError('invalid', `A service can have at most ${mostGlobs} paths`)
  return [...new Set(globs)]
}

function parseGlob(text: string): string {
  const glob = text.replace(/^(\.\/)+/, '').replace(/\/+$/, '/**')
  const wrong = whatIsWrong(glob)
  if (wrong === null) return glob
  const shown = text.replaceAll(new RegExp(unprintable, 'gu'), '�').slice(0, 60)
  throw new AppError('invalid', `The path “${shown}” ${wrong}`)
}

const rules: [broken: (glob: string) => boolean, what: string][] = [
  [(glob) => glob.length > longestGlob, `has more than ${longestGlob} characters`],
  [(glob) => unprintable.test(glob), 'has a character that cannot be shown'],
  [(glob) => glob.includes('\\'), 'has a backslash. Separate folders with a slash.'],
  [(glob) => glob.startsWith('/'), 'begins with a slash. Paths start at the root of the repository, without one.'],
  [(glob) => glob.split('/').includes('..'), 'has “..” in it. Paths start at the root of the repository.'],
  [(glob) => glob.startsWith('!'), 'begins with “!”. List what belongs to the service; nothing can be taken out.'],
  // These become parts of a regular expression as they are: it can take minutes to fail on a long path.
  [
    (glob) => /[()|]|[\]}]\+/.test(glob),
    'has a sign that stands for nothing here. Use braces for choices: {api,web}/**.',
  ],
  [hasManyStars, `has too many stars: at most ${mostStarsInAName} in a name and ${mostStars} in all.`],
  [(glob) => glob === '' || !isGlob(glob), 'is no glob. Check its brackets and braces.'],
]

function whatIsWrong(glob: string): string | null {
  return rules.find(([broken]) => broken(glob))?.[1] ?? null
}

function hasManyStars(glob: string): boolean {
  const stars = (text: string) => text.match(/\*+/g)?.length ?? 0
  return stars(glob) > mostStars || glob.split('/').some((name) => stars(name) > mostStarsInAName)
}

function isGlob(glob: string): boolean {
  try {
    return picomatch.makeRe(glob, { strictBrackets: true }) instanceof RegExp
  } catch {
    return false
  }
}
