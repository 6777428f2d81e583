import { methodNotAllowed, route } from '@/lib/http/http'
import { versionOf } from '@/lib/http/version'
import { openApiDocument } from '@/lib/questions/openapi'

export const dynamic = 'force-dynamic'

let made: { text: string; etag: string } | undefined

/** The document of the webhook and the HTTP API: anyone may read it, so it is written once. */
export const GET = route((request) => {
  made ??= { text: JSON.stringify(openApiDocument()), etag: `"${versionOf(openApiDocument())}"` }
  const headers = { 'Content-Type': 'application/json', ETag: made.etag }
  const isKnown = request.headers.get('if-none-match') === made.etag
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(made.text, { headers })
})

const refuse = methodNotAllowed('GET', 'HEAD')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
