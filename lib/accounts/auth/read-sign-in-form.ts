import { AppError } from '@/lib/core/errors'
import { readBody } from '@/lib/http/read-body'

const maxBytes = 64 * 1024
const maxFields = 100

const formType = 'application/x-www-form-urlencoded'

/** What the sign-in library is given of a request with a body. */
type SignInForm = { body: string; headers: Headers }

/**
 * The body of a request to sign in or out, empty or a form of 100 fields: the library makes an object of them. Its
 * headers say the type of a form and nothing else of it: the library parses a body as JSON where `application/json` is
 * anywhere in the type. Throws AppError: too_large, timed_out, unsupported_media_type or invalid.
 */
export async function readSignInForm(request: Request): Promise<SignInForm> {
  const bytes = await readBody(request, maxBytes)
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (bytes.length > 0 && type !== formType)
    throw new AppError('unsupported_media_type', `Content-Type must be ${formType}`)
  const body = new TextDecoder().decode(bytes)
  if (body.split('&', maxFields + 1).length > maxFields) throw new AppError('invalid', 'A form has 100 fields at most')
  const headers = new Headers(request.headers)
  headers.set('content-type', formType)
  return { body, headers }
}
