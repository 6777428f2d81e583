import type { z } from 'zod'
import { checkAddress } from '@/lib/outgoing/check-address'
import { parse } from '@/lib/parse'
import { issuePass } from './passes'
import { manifestSchema } from './schema'
import { generatePublicId } from './secrets'

/**
 * Begins to make a GitHub App for an organization: the path on this site that leads its manager, in this browser, on to
 * GitHub. Throws `invalid` for an address that cannot be called.
 */
export async function startManifest(
  organizationId: number,
  userId: number,
  input: z.input<typeof manifestSchema>,
): Promise<string> {
  const { baseUrl, owner } = parse(manifestSchema, input)
  await checkAddress(baseUrl)
  const state = await issuePass('manifest', { organizationId, userId, publicId: generatePublicId(), baseUrl, owner })
  return `/api/github/manifest/new?state=${state}`
}
