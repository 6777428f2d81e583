import { createHash } from 'node:crypto'

/** A short text that differs when what is shown differs. */
export function versionOf(shown: unknown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16)
}

/** Answers a page that checks whether it is still of the current `version`: 304 when it is. */
export function versionResponse(request: Request, version: string): Response {
  const headers = { ETag: `"${version}"` }
  if (request.headers.get('if-none-match') === headers.ETag) return new Response(null, { status: 304, headers })
  return Response.json({ version }, { headers })
}
