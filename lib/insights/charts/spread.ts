/**
 * Places for labels next to `positions` (0 to 1, ascending), `gap` or more apart and in the same order, moved as little
 * as the ends allow.
 */
export function spread(positions: readonly number[], gap: number): number[] {
  const places: number[] = []
  for (const position of positions) places.push(Math.max(position, (places.at(-1) ?? -gap) + gap))
  let ceiling = 1
  return places
    .toReversed()
    .map((place) => {
      const moved = Math.min(place, ceiling)
      ceiling = moved - gap
      return moved
    })
    .toReversed()
}
