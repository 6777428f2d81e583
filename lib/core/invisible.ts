/** Characters that no person sees: they could carry words, or make a text look like another. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u2800]+/gu

export function hasInvisible(text: string): boolean {
  return text.search(invisible) >= 0
}

/** The text with a space for each run of invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, ' ')
}
