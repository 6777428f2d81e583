import { createHash } from 'node:crypto'

/** A short text that differs when what is shown differs. */
export function versionOf(shown: unknown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16)
}

/** Answers a page that checks whether it is still of the current `version`: 304 when it is. */
export function versionResponse(request: Request, version: string): Response {
  return unlessKnown(request, version, { version })
}

/** Answers with JSON, or 304 where `If-None-Match` names what it is now. */
export function answerUnlessKnown(request: Request, body: unknown, headers: Record<string, string> = {}): Response {
  return unlessKnown(request, versionOf(body), body, headers)
}

function unlessKnown(request: Request, version: string, body: unknown, others: Record<string, string> = {}): Response {
  const headers = { ...others, ETag: `"${version}"` }
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  const isKnown = known.some((tag) => tag.trim().replace(/^W\//, '') === headers.ETag)
  return isKnown ? new Response(null, { status: 304, headers }) : Response.json(body, { headers })
}
