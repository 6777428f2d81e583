import { methodNotAllowed, route } from '@/lib/http/http'
import { versionOf } from '@/lib/http/version'
import { openApiDocument } from '@/lib/questions/openapi'

export const dynamic = 'force-dynamic'

let made: { bytes: Uint8Array; etag: string } | undefined

/** The document of the webhook and the HTTP API: anyone may read it, so it is written once. */
export const GET = route((request) => {
  made ??= {
    bytes: Buffer.from(JSON.stringify(openApiDocument())),
    etag: `"${versionOf(openApiDocument())}"`,
  }
  const headers = { 'Content-Type': 'application/json', ETag: made.etag }
  const isKnown = request.headers.get('if-none-match') === made.etag
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(inOneChunk(made.bytes), { headers })
})

/** A body of bytes would be copied: thousands who do not read it would hold as many copies. */
function inOneChunk(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}

const refuse = methodNotAllowed('GET', 'HEAD')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
