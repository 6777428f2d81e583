import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { refuseBeyond } from '@/lib/accounts/organizations/refuse-beyond'
import { db } from '@/lib/db/db'
import { limitsOf, type NewTrust, pipelineHosts } from './schema'

/** Each event of an issuer reads those of its organization. */
const max = 50

/**
 * Trusts the pipelines of a repository to post deployments with tokens of their host. Throws `conflict` when the
 * organization has as many as it can have, and as `holdAsManager` does.
 */
export async function createTrust(actor: Actor, trust: NewTrust): Promise<{ id: number }> {
  const { organizationId, userId: createdById } = actor
  const { host, issuer, repository, branch, tag, protectedOnly, environment } = trust
  const name = nameOf(trust)
  return db().prisma.$transaction(async (client) => {
    await holdAsManager(client, actor)
    const limit = { max, things: 'trusted pipelines', remedy: 'Revoke one that is not used any more.' }
    const active = { organizationId, apiKey: { revokedAt: null } }
    await refuseBeyond(limit, () => client.trustedPipeline.count({ where: active }))
    const { id } = await client.apiKey.create({
      data: { organizationId, name, display: pipelineHosts[host], scope: 'ingest', createdById },
      select: { id: true },
    })
    await client.trustedPipeline.create({
      data: { apiKeyId: id, organizationId, host, issuer, repository, branch, tag, protectedOnly, environment },
    })
    await recordAudit(client, actor, {
      action: 'trusted-pipeline.added',
      subject: name,
      subjectId: id,
      details: { issuer },
    })
    return { id }
  })
}

/** What people know it by: the repository, and what it is limited to. */
function nameOf(trust: NewTrust): string {
  return [trust.repository, ...limitsOf(trust)].join(', ')
}
