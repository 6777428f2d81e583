/**
 * Where marks that fill `share` of their bucket begin and how wide they are, in shares of the whole width; in a chart of
 * few buckets no wider than `max`.
 */
export function markPlace(index: number, count: number, share: number, max: number): { x: number; width: number } {
  const width = Math.min(share / count, max)
  return { x: (index + 0.5) / count - width / 2, width }
}
