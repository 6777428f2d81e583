import { AppError } from '@/lib/core/errors'
import { readBody } from '@/lib/http/read-body'

const maxBytes = 64 * 1024
const maxFields = 100

/**
 * The body of a request to sign in or out, empty or a form of 100 fields: the library makes an object of them. Throws
 * AppError: too_large, timed_out, unsupported_media_type or invalid.
 */
export async function readSignInForm(request: Request): Promise<string> {
  const body = await readBody(request, maxBytes)
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (body.length > 0 && type !== 'application/x-www-form-urlencoded')
    throw new AppError('unsupported_media_type', 'Content-Type must be application/x-www-form-urlencoded')
  const form = new TextDecoder().decode(body)
  if (form.split('&', maxFields + 1).length > maxFields) throw new AppError('invalid', 'A form has 100 fields at most')
  return form
}
