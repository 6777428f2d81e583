/** "4.8%", with one decimal where it says something. */
export function formatShare(share: number): string {
  return `${Math.round(share * 1_000) / 10}%`
}
