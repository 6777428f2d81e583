import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdRole } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'

/**
 * Revokes a key from the next request on; `revokedById` is the person who does, unknown on the command line. A key that
 * was revoked before stays as it was. Throws `not_found` for an unknown key and for another organization's, and as
 * `holdRole` does.
 */
export async function revokeApiKey(actor: Actor, apiKeyId: number): Promise<void> {
  const { organizationId, userId: revokedById } = actor
  await db().prisma.$transaction(async (client) => {
    await holdRole(client, actor)
    const [revoked] = await client.apiKey.updateManyAndReturn({
      where: { id: apiKeyId, organizationId, revokedAt: null, tokenHash: { not: null } },
      data: { revokedAt: new Date(), revokedById },
      select: { name: true, display: true },
    })
    if (revoked) {
      const subject = `${revoked.name} (${revoked.display})`
      const line = { action: 'api-key.revoked', subject, subjectId: apiKeyId, endsAccess: true }
      return recordAudit(client, actor, line)
    }
    const known = await client.apiKey.findFirst({
      where: { id: apiKeyId, organizationId, tokenHash: { not: null } },
      select: { id: true },
    })
    if (!known) throw new AppError('not_found', `No API key with id ${apiKeyId}`)
  })
}
