/** A share of 0 to 1 as a coordinate of an SVG that stretches: "12.345%". */
export function percent(share: number): string {
  return `${Math.round(share * 100_000) / 1_000}%`
}
