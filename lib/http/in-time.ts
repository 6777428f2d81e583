import { publicError } from '@/lib/http/http'

/** What was read; null when it took too long, so that a page can say so and keep what leads to less. */
export async function inTime<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading
  } catch (error) {
    if (publicError(error).code !== 'unavailable') throw error
    return null
  }
}
