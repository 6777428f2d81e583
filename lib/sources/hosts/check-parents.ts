import { HostError } from './model'

/** Of all commits of a repository: several times what the largest public ones have. */
export const maxParents = 5_000_000

/** Refuses a repository whose commits name more parents than fit in memory. Throws `HostError`. */
export function checkParents(parents: number): void {
  if (parents <= maxParents) return
  const text = `The commits of this repository name more than ${maxParents.toLocaleString('en')} parents. Leadline reads no further.`
  throw new HostError(text, 'access')
}
