/** Text of a host as Postgres can hold it: no NUL, no half of a character, of a length that rows can bear. */
export function cleanText(text: string, longest = 1_000): string {
  return Buffer.from(text.slice(0, longest).replaceAll('\0', '')).toString('utf8')
}
