import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdRole } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'

/** So many that were revoked are kept, the latest: a token is looked up among all of its issuer. */
const maxRevoked = 1_000

/**
 * Ends the trust in a repository's pipelines from the next request on. One that was revoked before stays as it was.
 * Throws `not_found` for an unknown one and for another organization's, and as `holdRole` does.
 */
export async function revokeTrust(actor: Actor, id: number): Promise<void> {
  const { organizationId, userId: revokedById } = actor
  const where = { id, organizationId, tokenHash: null }
  await db().prisma.$transaction(async (client) => {
    await holdRole(client, actor)
    const [revoked] = await client.apiKey.updateManyAndReturn({
      where: { ...where, revokedAt: null },
      data: { revokedAt: new Date(), revokedById },
      select: { name: true },
    })
    if (revoked) {
      await dropRevoked(client, organizationId)
      const line = { action: 'trusted-pipeline.revoked', subject: revoked.name, subjectId: id, endsAccess: true }
      return recordAudit(client, actor, line)
    }
    const known = await client.apiKey.findFirst({ where, select: { id: true } })
    if (!known) throw new AppError('not_found', `No trusted pipeline with id ${id}`)
  })
}

/** Drops those beyond the latest that are kept. */
async function dropRevoked(client: Prisma.TransactionClient, organizationId: number): Promise<void> {
  const dropped = await client.apiKey.findMany({
    where: { organizationId, tokenHash: null, revokedAt: { not: null } },
    orderBy: [{ revokedAt: 'desc' }, { id: 'desc' }],
    skip: maxRevoked,
    select: { id: true },
  })
  await client.apiKey.deleteMany({ where: { organizationId, id: { in: dropped.map(({ id }) => id) } } })
}
