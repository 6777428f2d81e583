/**
 * Where marks that fill `share` of their bucket begin and how wide they are, in shares of the whole width; in a chart of
 * few buckets no wider than `most`.
 */
export function markPlace(index: number, count: number, share: number, most: number): { x: number; width: number } {
  const width = Math.min(share / count, most)
  return { x: (index + 0.5) / count - width / 2, width }
}
