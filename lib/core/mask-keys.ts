/** API keys, and codes and tokens of applications. */
const wholeKey = /(ld[lcor]_)[0-9A-Za-z]{42}([0-9A-Za-z]{4})/g

/** A text in which only the prefix and the last four characters of API keys are left, as people know them. */
export function maskKeys(text: string): string {
  return text.replaceAll(wholeKey, '$1…$2')
}
