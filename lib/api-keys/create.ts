import { displayToken, generateToken, hashToken } from '@/lib/api-keys/token'
import { db } from '@/lib/db'
import { parse } from '@/lib/parse'
import { nameSchema } from '@/lib/users/schema'

export type NewApiKey = { id: number; name: string; display: string; token: string }

/**
 * Generates an API key; `createdById` is the person who does, unknown on the command line. The token is in this answer
 * and nowhere else; keys that exist stay active. Throws `invalid`.
 */
export async function createApiKey(
  organizationId: number,
  name: string,
  createdById: number | null = null,
): Promise<NewApiKey> {
  const trimmed = parse(nameSchema, name)
  const token = generateToken()
  const { id, display } = await db().prisma.apiKey.create({
    data: { organizationId, name: trimmed, tokenHash: hashToken(token), display: displayToken(token), createdById },
  })
  return { id, name: trimmed, display, token }
}
