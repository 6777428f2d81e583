import type { Actor } from '@/lib/accounts/actor'
import { displayToken, generateToken } from '@/lib/accounts/api-keys/token'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { refuseBeyond } from '@/lib/accounts/organizations/refuse-beyond'
import { nameSchema } from '@/lib/accounts/users/schema'
import { env } from '@/lib/core/env'
import { parse } from '@/lib/core/parse'
import { hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'
import type { KeyScope } from '@/lib/generated/prisma/enums'

export type NewApiKey = { id: number; name: string; scope: KeyScope; display: string; token: string }

/**
 * Generates an API key that posts deployments (`ingest`) or reads what became of them (`read`). The token is in this
 * answer and nowhere else; keys that exist stay active. Throws `invalid`, and `conflict` when the organization has as
 * many active keys as it can have.
 */
export async function createApiKey(actor: Actor, name: string, scope: KeyScope = 'ingest'): Promise<NewApiKey> {
  const { organizationId, userId: createdById } = actor
  const trimmed = parse(nameSchema, name)
  const token = generateToken()
  const display = displayToken(token)
  const id = await db().prisma.$transaction(async (client) => {
    await holdAsManager(client, actor)
    const max = env().MAX_API_KEYS_PER_ORGANIZATION
    const limit = { max, things: 'active API keys', remedy: 'Revoke one that is not used any more.' }
    await refuseBeyond(limit, () => client.apiKey.count({ where: { organizationId, revokedAt: null, trust: null } }))
    const key = await client.apiKey.create({
      data: { organizationId, name: trimmed, tokenHash: hashToken(token), scope, display, createdById },
      select: { id: true },
    })
    await recordAudit(client, actor, {
      action: 'api-key.generated',
      subject: `${trimmed} (${display})`,
      subjectId: key.id,
      details: { scope },
    })
    return key.id
  })
  return { id, name: trimmed, scope, display, token }
}
