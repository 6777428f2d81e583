import { HostError } from '../model'

/**
 * What `read` answers for the first page size that works: where GitHub gives up on a page because it takes too long, a
 * smaller one may do.
 */
export async function orSmallerPage<T>(sizes: readonly number[], read: (size: number) => Promise<T>): Promise<T> {
  let failure: unknown
  for (const size of sizes) {
    try {
      return await read(size)
    } catch (error) {
      const isTooMuch = error instanceof HostError && error.kind === 'later' && error.retryAt === null
      if (!isTooMuch) throw error
      failure = error
    }
  }
  throw failure
}
