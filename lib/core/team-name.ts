import { AppError } from './errors'
import { unprintable } from './invisible'

const maxName = 60

/** A team as it is stored, null for none. Throws `invalid`. */
export function parseTeamName(text: string): string | null {
  const name = text.trim().replace(/\s+/g, ' ')
  if (name === '') return null
  if (name.length > maxName) throw new AppError('invalid', `The name of a team has at most ${maxName} characters`)
  if (unprintable.test(name)) throw new AppError('invalid', 'The name has a character that cannot be shown')
  return name
}

/** Whether two names, none among them, are those of one team: its case does not matter. */
export function isSameTeam(a: string | null | undefined, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase()
}
