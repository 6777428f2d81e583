/** Characters that no person sees: they could carry words, or make a text look like another. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u2800]+/gu

/** Characters that turn the direction of a text around, to its end and beyond: of numbers in the same sentence too. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** What no name on one line may have: it cannot be shown, or turns around what is shown behind it. */
export const unprintable = /[\p{Control}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u

/** The text without the characters that turn its direction around. */
export function withoutTurns(text: string): string {
  return text.replace(turning, '')
}

export function hasInvisible(text: string): boolean {
  return text.search(invisible) >= 0
}

/** The text with a space for each run of invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, ' ')
}
