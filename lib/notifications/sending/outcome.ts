/**
 * What an attempt came to, in words for people: delivered; `again` later, not before `afterMs` where the receiver says
 * so; given up; or `gone`, when nothing will ever be received there.
 */
export type Outcome =
  | { result: 'delivered'; words: string }
  | { result: 'again'; words: string; afterMs: number | null }
  | { result: 'given up'; words: string }
  | { result: 'gone'; words: string }

const minute = 60_000
const hour = 60 * minute

/** How long after an attempt the next one comes; after the last one a notification is given up. */
export const pausesMs: readonly number[] = [10_000, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour]

/** When the next attempt comes after so many, give or take a fifth; null when there is none. `random` is in 0–1. */
export function nextPauseMs(attempts: number, afterMs: number | null, random: number): number | null {
  const pause = pausesMs[attempts - 1]
  if (pause === undefined) return null
  const spread = Math.round(pause * (0.8 + 0.4 * random))
  return Math.max(spread, Math.min(afterMs ?? 0, 6 * hour))
}
