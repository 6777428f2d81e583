import type { Random } from '@/lib/demo/random'

/** The items in random order. */
export function shuffle<T>(items: readonly T[], random: Random): T[] {
  const keyed = items.map((item) => ({ item, key: random.fraction() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}
