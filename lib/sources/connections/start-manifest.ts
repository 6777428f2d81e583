import type { z } from 'zod'
import type { UserActor } from '@/lib/accounts/actor'
import { parse } from '@/lib/core/parse'
import { checkAddress } from '@/lib/http/outgoing/check-address'
import { issueState } from './oauth-state'
import { manifestSchema } from './schema'
import { generatePublicId } from './secrets'

/**
 * Begins to make a GitHub App for an organization: the path on this site that leads its manager, in this browser, on to
 * GitHub. Throws `invalid` for an address that cannot be called.
 */
export async function startManifest(
  { organizationId, userId }: UserActor,
  input: z.input<typeof manifestSchema>,
): Promise<string> {
  const { baseUrl, owner } = parse(manifestSchema, input)
  await checkAddress(baseUrl)
  const state = await issueState('manifest', { organizationId, userId, publicId: generatePublicId(), baseUrl, owner })
  return `/api/github/manifest/new?state=${state}`
}
