/** What names and punycode make of a host is shorter; to make it of letters beyond ASCII takes quadratic time. */
const maxHost = 300

/**
 * The URL that a text is, relative to `base` where there is one; null when it is none, or its host is longer than names
 * are. Once it is compiled, `URL.canParse` of Node 20 says no to addresses with letters such as ü.
 */
export function parseUrl(text: string, base?: string): URL | null {
  if (hostIn(text).length > maxHost) return null
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** What a parser takes for the host, with its port; a little more where that is simpler to say. */
function hostIn(text: string): string {
  const [, authority = ''] = /^[^/\\?#]*?(?::[/\\]*|[/\\]{2,})([^/\\?#]*)/.exec(text.replace(/[\t\r\n]/g, '')) ?? []
  return authority.slice(authority.lastIndexOf('@') + 1)
}
