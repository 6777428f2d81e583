import { AppError, statusOf } from '@/lib/core/errors'
import { route } from '@/lib/http/http'
import { readBody } from '@/lib/http/read-body'

const maxBytes = 16 * 1024

/** A route for applications: what is wrong with a request is said in the words of OAuth. */
export function oauthRoute(handler: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return route(async (request) => {
    try {
      return await handler(request)
    } catch (error) {
      if (!(error instanceof AppError) || statusOf[error.code] >= 500) throw error
      return refusal('invalid_request', error.message, statusOf[error.code])
    }
  })
}

/** What is wrong, as applications read it. */
export function refusal(error: string, description: string, status = 400): Response {
  return Response.json({ error, error_description: description }, { status })
}

/** The form in the body of a request. Throws `unsupported_media_type`, `too_large`, and `invalid` for a repeated field. */
export async function readOauthForm(request: Request): Promise<URLSearchParams> {
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    throw new AppError('unsupported_media_type', 'Content-Type must be application/x-www-form-urlencoded')
  const form = new URLSearchParams(new TextDecoder().decode(await readBody(request, maxBytes)))
  if (new Set(form.keys()).size < form.size) throw new AppError('invalid', 'Each field may be sent once')
  return form
}
