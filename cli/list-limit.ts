import { InvalidArgumentError } from 'commander'

/** Reads how many rows a list shows. */
export function listLimit(text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count < 1 || count > 10_000) throw new InvalidArgumentError('It must be 1 to 10,000.')
  return count
}
