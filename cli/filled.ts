import { InvalidArgumentError } from 'commander'

/** Reads the value of a filter: an unset variable of a script must not widen what is asked for. */
export function filled(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}
