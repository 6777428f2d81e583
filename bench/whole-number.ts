import { InvalidArgumentError } from 'commander'

/** The value of an option that counts something. */
export function wholeNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1) return value
  throw new InvalidArgumentError('Expected a whole number from 1.')
}
