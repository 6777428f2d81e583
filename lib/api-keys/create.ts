import { displayToken, generateToken, hashToken } from '@/lib/api-keys/token'
import { recordAudit } from '@/lib/audit/record'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import type { KeyScope } from '@/lib/generated/prisma/enums'
import { refuseBeyond } from '@/lib/organizations/refuse-beyond'
import { parse } from '@/lib/parse'
import { nameSchema } from '@/lib/users/schema'

export type NewApiKey = { id: number; name: string; scope: KeyScope; display: string; token: string }

/**
 * Generates an API key that posts deployments (`ingest`) or asks about them (`read`); `createdById` is the person who
 * does, unknown on the command line. The token is in this answer and nowhere else; keys that exist stay active. Throws
 * `invalid`, and `conflict` when the organization has as many active keys as it can have.
 */
export async function createApiKey(
  organizationId: number,
  name: string,
  createdById: number | null = null,
  scope: KeyScope = 'ingest',
): Promise<NewApiKey> {
  const trimmed = parse(nameSchema, name)
  const token = generateToken()
  const display = displayToken(token)
  const id = await db().prisma.$transaction(async (client) => {
    const max = env().MAX_API_KEYS_PER_ORGANIZATION
    const limit = { max, things: 'active API keys', remedy: 'Revoke one that is not used any more.' }
    await refuseBeyond(client, organizationId, limit, () =>
      client.apiKey.count({ where: { organizationId, revokedAt: null } }),
    )
    const key = await client.apiKey.create({
      data: { organizationId, name: trimmed, tokenHash: hashToken(token), scope, display, createdById },
      select: { id: true },
    })
    await recordAudit(client, {
      organizationId,
      userId: createdById,
      action: 'api-key.generated',
      subject: `${trimmed} (${display})`,
      subjectId: key.id,
      details: { scope },
    })
    return key.id
  })
  return { id, name: trimmed, scope, display, token }
}
