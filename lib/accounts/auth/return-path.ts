import { parseUrl } from '@/lib/core/parse-url'
/** Where to go after signing in: `wanted` when it is a path of this site, else the start page. */
export function returnPath(wanted: string | string[] | null | undefined): string {
  const text = Array.isArray(wanted) ? wanted[0] : wanted
  if (!text?.startsWith('/') || /[\\\p{Control}]/u.test(text)) return '/'
  const base = 'http://here.invalid'
  const url = parseUrl(text, base)
  const stays = url?.origin === base && !url.pathname.startsWith('//')
  return stays ? url.pathname + url.search + url.hash : '/'
}
