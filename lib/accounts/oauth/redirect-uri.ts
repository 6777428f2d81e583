import { parseUrl } from '@/lib/core/parse-url'

export const maxRedirectUriLength = 512

/** Whether a host name is that of the machine itself. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Schemes of editors in wide use, which belong to no domain, and what people know them by. */
const editors = new Map([
  ['cursor:', 'Cursor'],
  ['vscode:', 'VS Code'],
  ['vscode-insiders:', 'VS Code Insiders'],
  ['windsurf:', 'Windsurf'],
  ['zed:', 'Zed'],
])

/**
 * Whether an application may have people sent back to an address: https, http on the person's own machine, a scheme that a
 * domain is reserved for, such as `com.example.app:/callback` (RFC 8252), or that of a known editor.
 */
export function isAllowedRedirectUri(text: string): boolean {
  if (text.length > maxRedirectUriLength || !/^[\x21-\x7e]+$/.test(text) || text.includes('#')) return false
  const url = parseUrl(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return isLoopback(url.hostname)
  return editors.has(url.protocol) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(url.protocol)
}

/**
 * Whether an address is one that an application names: to the letter, but for the port on the person's own machine, where
 * a program listens on one that is free (RFC 8252).
 */
export function isAmong(named: readonly string[], requested: string): boolean {
  if (!isAllowedRedirectUri(requested)) return false
  return named.some((one) => withoutLoopbackPort(one) === withoutLoopbackPort(requested))
}

/** Where an address leads, as people are told; `local` for a program on their own machine. */
export function describeRedirect(redirectUri: string): { host: string; local: boolean } {
  const { protocol, host, hostname } = new URL(redirectUri)
  if (protocol === 'https:' || protocol === 'http:') return { host, local: isLoopback(hostname) }
  return { host: editors.get(protocol) ?? protocol.slice(0, -1), local: true }
}

/** The same text without its port; as it is where that matters. */
function withoutLoopbackPort(text: string): string {
  return text.replace(/^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/, '$1')
}
