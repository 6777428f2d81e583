/**
 * The URL that a text is, relative to `base` where there is one; null when it is none. Once it is compiled, `URL.canParse`
 * of Node 20 says no to addresses with letters such as ü.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
