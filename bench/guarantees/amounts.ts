/** The share `scale` of a full size, at least 1. */
export function scaled(fullSize: number, scale: number): number {
  return Math.max(1, Math.round(fullSize * scale))
}

/** `work` so many times, all begun at once. */
export async function atOnce<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, work))
}

/** `work` for each item, so many at a time. */
export async function inLanes<T>(lanes: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  await atOnce(lanes, async () => {
    for (const item of queue) await work(item)
  })
}

/** "19 × 503, 1 × no answer" of those texts; "none" without any. */
export function formatTally(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].map(([text, count]) => `${formatNumber(count)} × ${text}`).join(', ') || 'none'
}

/** 12345 as 12,345. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en')
}
