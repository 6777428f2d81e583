import { AppError } from '@/lib/core/errors'
import { readBody } from '@/lib/http/read-body'

const maxBytes = 64 * 1024

/** The body of a request to sign in or out, empty or a form. Throws AppError: too_large, timed_out or unsupported_media_type. */
export async function readSignInForm(request: Request): Promise<string> {
  const body = await readBody(request, maxBytes)
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (body.length === 0 || type === 'application/x-www-form-urlencoded') return new TextDecoder().decode(body)
  throw new AppError('unsupported_media_type', 'Content-Type must be application/x-www-form-urlencoded')
}
