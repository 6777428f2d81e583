import { parseUrl } from '@/lib/core/parse-url'
/** Where to go after signing in: `requested` when it is a path of this site, else the start page. */
export function returnPath(requested: string | string[] | null | undefined): string {
  const text = Array.isArray(requested) ? requested[0] : requested
  if (!text?.startsWith('/') || /[\\\p{Control}]/u.test(text)) return '/'
  const base = 'http://here.invalid'
  const url = parseUrl(text, base)
  const stays = url?.origin === base && !url.pathname.startsWith('//')
  return stays ? url.pathname + url.search + url.hash : '/'
}
