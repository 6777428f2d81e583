/** Changed lines from `atLeast` to below `below`; null for no upper edge. */
export type SizeClass = { name: 'XS' | 'S' | 'M' | 'L' | 'XL'; atLeast: number; below: number | null }

/** The classes of changes, from small to large. */
export const sizeClasses: readonly SizeClass[] = [
  { name: 'XS', atLeast: 0, below: 10 },
  { name: 'S', atLeast: 10, below: 50 },
  { name: 'M', atLeast: 50, below: 200 },
  { name: 'L', atLeast: 200, below: 500 },
  { name: 'XL', atLeast: 500, below: null },
]

/** The index of the class of so many changed lines; −1 for NaN. */
export function sizeIndexOf(changedLines: number): number {
  return Number.isNaN(changedLines) ? -1 : sizeClasses.findIndex(({ below }) => below === null || changedLines < below)
}

/** The class of so many changed lines; null where they are not known. */
export function sizeClassOf(changedLines: number | null): SizeClass | null {
  return sizeClasses[sizeIndexOf(changedLines ?? Number.NaN)] ?? null
}
