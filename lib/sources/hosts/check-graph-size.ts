import { HostError } from './model'

/** Of all commits of a repository and the parents that they name: twice what the largest public ones have. */
export const maxGraphSize = 5_000_000

/** Refuses a repository whose commits, and the parents that they name, do not fit in memory. Throws `HostError`. */
export function checkGraphSize(size: number): void {
  if (size <= maxGraphSize) return
  const most = maxGraphSize.toLocaleString('en')
  throw new HostError(
    `The commits of this repository, and the parents that they name, are more than ${most}. Leadline reads no further.`,
    'access',
  )
}
