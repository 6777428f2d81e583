import { AppError } from '@/lib/errors'

const mostBytes = 64 * 1024 * 1024

/** Of the process: the routes may each have this file for themselves. */
const holder = globalThis as { leadlineHeldBytes?: number }

/**
 * Runs `work`, which calls `hold` for every byte that it keeps; all are released when it ends. `hold` throws
 * `unavailable` once all requests together would keep more than 64 MiB.
 */
export async function holdingBytes<T>(work: (hold: (bytes: number) => void) => Promise<T>): Promise<T> {
  let mine = 0
  const hold = (bytes: number) => {
    const all = (holder.leadlineHeldBytes ?? 0) + bytes
    if (all > mostBytes) throw new AppError('unavailable', 'Too much arrives at once, retry', { 'Retry-After': '5' })
    holder.leadlineHeldBytes = all
    mine += bytes
  }
  try {
    return await work(hold)
  } finally {
    holder.leadlineHeldBytes = (holder.leadlineHeldBytes ?? 0) - mine
  }
}
