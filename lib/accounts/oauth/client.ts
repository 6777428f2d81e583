import { readClientDocument } from '@/lib/accounts/oauth/client-document'
import { maxClientIdLength, type OauthClient } from '@/lib/accounts/oauth/client-schema'
import { readRegistration } from '@/lib/accounts/oauth/registration'
import { AppError } from '@/lib/core/errors'

/**
 * The application with this id: read from its metadata document on behalf of a user, or registered before. Throws
 * `invalid` for one that is unknown or has an invalid metadata document.
 */
export async function findOauthClient(id: string, userId: number): Promise<OauthClient> {
  if (id.length > maxClientIdLength) throw unknown()
  if (isAddress(id)) return readClientDocument(id, userId)
  const client = await readRegistration(id)
  if (!client) throw unknown()
  return client
}

/** How it is known who an application is: by the host that describes it, or by nothing but what it says. */
export function describeClient({ id }: OauthClient): string {
  return isAddress(id) ? `according to ${new URL(id).host}` : 'name not verified'
}

function isAddress(id: string): boolean {
  return /^https?:/i.test(id)
}

function unknown(): AppError {
  return new AppError('invalid', 'Leadline does not know this application. Remove Leadline from it and add it again.')
}
