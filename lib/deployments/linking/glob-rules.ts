import { unprintable } from '@/lib/core/invisible'

const maxLength = 200
const maxStarsInAName = 2
const maxStars = 5

/** Why a glob is refused, in words that follow its name. */
export class GlobError extends Error {}

const rules: readonly [broken: (glob: string) => boolean, what: string][] = [
  [(glob) => glob === '', 'is not a valid pattern: it is empty.'],
  [(glob) => glob.length > maxLength, `has more than ${maxLength} characters`],
  [(glob) => unprintable.test(glob), 'has a character that cannot be shown'],
  [(glob) => glob.includes('\\'), 'has a backslash. Separate folders with a slash.'],
  [(glob) => glob.startsWith('/'), 'begins with a slash. Paths start at the root of the repository, without one.'],
  [(glob) => glob.split('/').includes('..'), 'has “..” in it. Paths start at the root of the repository.'],
  [(glob) => glob.startsWith('!'), 'begins with “!”. List what belongs to the service; nothing can be taken out.'],
  [
    (glob) => /[()|]|[\]}]\+/.test(glob),
    'has a sign that stands for nothing here. Use braces for choices: {api,web}/**.',
  ],
  [hasManyStars, `has too many stars: at most ${maxStarsInAName} in a name and ${maxStars} in all.`],
]

/** Throws `GlobError` for what no path of a service may have in it. */
export function checkGlob(glob: string): void {
  const rule = rules.find(([broken]) => broken(glob))
  if (rule) throw new GlobError(rule[1])
}

function hasManyStars(glob: string): boolean {
  const stars = (text: string) => text.match(/\*+/g)?.length ?? 0
  return stars(glob) > maxStars || glob.split('/').some((name) => stars(name) > maxStarsInAName)
}
