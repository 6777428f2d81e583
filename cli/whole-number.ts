import { InvalidArgumentError } from 'commander'

/** Reads the id of a record. */
export function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 2_147_483_647) throw new InvalidArgumentError('It must be a whole number.')
  return value
}
