import { authenticate } from '@/lib/accounts/api-keys/authenticate'
import { type Access, findAccess } from '@/lib/accounts/oauth/authenticate-token'
import { metadataUrl } from '@/lib/accounts/oauth/metadata'
import { isSecret } from '@/lib/accounts/oauth/tokens'
import { findOrganizationById } from '@/lib/accounts/organizations/find'
import { bearerOf } from '@/lib/core/checked-token'
import { AppError } from '@/lib/core/errors'
import { enforceReadLimit } from '@/lib/http/rate-limit/limit-read'
import type { Caller } from './define-question'

type Authenticated = {
  caller: Caller
  /** What is left of the limit of the key, or of the person. */
  headers: Record<string, string>
}

/**
 * Who asks a resource, by what stands in `Authorization`: an access token for it, or an API key that reads. Throws
 * `unauthenticated` with where to sign in, `forbidden` for a key that only posts, and `rate_limited`.
 */
export async function authenticateCaller(request: Request, resource: string): Promise<Authenticated> {
  const access = await findAccessOf(request, resource)
  const headers = await enforceReadLimit({ sender: String(access.userId), organizationId: access.organizationId })
  const renew = async () => callerOf(await findAccessOf(request, resource))
  return { caller: { ...(await callerOf(access)), renew }, headers }
}

async function callerOf({ organizationId, userId }: Access): Promise<Caller> {
  return { organization: await findOrganizationById(organizationId), user: { id: userId } }
}

async function findAccessOf(request: Request, resource: string): Promise<Access> {
  const authorization = request.headers.get('authorization')
  const token = bearerOf(authorization)
  try {
    return token !== null && isSecret('access', token) ? await findPerson(token, resource) : await findKey(request)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unauthenticated')) throw error
    const challenge = [
      ...(authorization ? ['error="invalid_token"'] : []),
      `resource_metadata="${metadataUrl(resource)}"`,
      'scope="read"',
    ]
    throw new AppError(error.code, error.message, { 'WWW-Authenticate': `Bearer ${challenge.join(', ')}` })
  }
}

async function findPerson(token: string, resource: string): Promise<Access> {
  const access = await findAccess(token, resource)
  if (!access) throw new AppError('unauthenticated', 'This access has ended. Sign in again')
  return access
}

async function findKey(request: Request): Promise<Access> {
  const { organizationId, apiKeyId } = await authenticate(request, 'read')
  return { organizationId, userId: -apiKeyId }
}
