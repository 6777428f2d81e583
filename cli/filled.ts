import { InvalidArgumentError } from 'commander'

/** Reads the value of a filter: an unset variable of a script must not widen the request. */
export function filled(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}
