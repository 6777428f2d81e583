/** Whether Postgres stores a text, and looks for it: it takes neither NUL nor lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
