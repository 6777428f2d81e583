import { AppError } from '@/lib/core/errors'

/** Bytes of bodies that are kept until they have been dealt with, by the keys of who sends them. */
type Pool = { all: number; byKey: Map<string, number> }

/** Of the process: the routes may each have this file for themselves. */
const holder = globalThis as { leadlinePools?: Map<string, Pool> }

type Holding = {
  /** Name of the pool, and what all of it may hold. */
  pool: string
  maxBytes: number
  /** Each key holds at most its weight times what is free: with weight 1 one takes half, and two a third each. */
  weights: Readonly<Record<string, number>>
}

/**
 * Runs `work`, which calls `hold` for every byte that it keeps; all are released when it ends. `hold` throws
 * `unavailable` once one of the keys would hold more than its share. As what is free is shared out, others find room
 * however much one of them sends.
 */
export async function holdingBytes<T>(
  holding: Holding,
  work: (hold: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const pool = poolNamed(holding.pool)
  const keys = Object.keys(holding.weights)
  const heldBy = (key: string) => pool.byKey.get(key) ?? 0
  const add = (bytes: number) => {
    pool.all += bytes
    for (const key of keys) {
      const held = heldBy(key) + bytes
      if (held === 0) pool.byKey.delete(key)
      else pool.byKey.set(key, held)
    }
  }
  let mine = 0
  const hold = (bytes: number) => {
    const free = holding.maxBytes - pool.all - bytes
    for (const [key, weight] of Object.entries(holding.weights)) {
      if (heldBy(key) + bytes > weight * free) throw tooMuch()
    }
    add(bytes)
    mine += bytes
  }
  try {
    return await work(hold)
  } finally {
    add(-mine)
  }
}

function poolNamed(name: string): Pool {
  holder.leadlinePools ??= new Map()
  const pool = holder.leadlinePools.get(name) ?? { all: 0, byKey: new Map() }
  holder.leadlinePools.set(name, pool)
  return pool
}

function tooMuch(): AppError {
  return new AppError('unavailable', 'Too much arrives at once, retry', { 'Retry-After': '5' })
}
