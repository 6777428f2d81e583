import { isDatabaseUnavailable } from '@/lib/database-errors'

/** What was read; null when it took too long, so that a page can say so and keep what leads to less. */
export async function inTime<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    return null
  }
}
