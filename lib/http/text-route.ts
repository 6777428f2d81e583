import { createHash } from 'node:crypto'
import { methodNotAllowed, route } from '@/lib/http/http'

/** Handlers that serve a text to anyone: GET, and one for the methods that are refused. Its ETag is its SHA-256. */
export function textRoute(readText: () => string) {
  let served = { text: '', etag: '' }
  const GET = route((request) => {
    const text = readText()
    if (text !== served.text) served = { text, etag: `"${createHash('sha256').update(text).digest('hex')}"` }
    const headers = {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
      ETag: served.etag,
    }
    const isKnown = request.headers.get('if-none-match') === served.etag
    return isKnown ? new Response(null, { status: 304, headers }) : new Response(text, { headers })
  })
  return { GET, refuse: methodNotAllowed('GET', 'HEAD') }
}
