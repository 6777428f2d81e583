/** From which width of a chart on the label of a bucket is shown. */
export type LabelTier = 'narrow' | 'medium' | 'wide' | 'never'

const maxLabels: [tier: Exclude<LabelTier, 'never'>, count: number][] = [
  ['wide', 13],
  ['medium', 6],
  ['narrow', 4],
]

/** A tier for each of `count` buckets: at every width, labels stand at equal distances, the first one always. */
export function labelTiers(count: number): LabelTier[] {
  const tiers = new Array<LabelTier>(count).fill('never')
  let step = 1
  for (const [tier, max] of maxLabels) {
    step *= Math.max(1, Math.ceil(count / step / max))
    for (let index = 0; index < count; index += step) tiers[index] = tier
  }
  return tiers
}
