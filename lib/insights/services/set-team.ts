import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { isSameTeam, parseTeamName } from '@/lib/core/team-name'
import { db } from '@/lib/db/db'
import { findService } from './find'

/**
 * Says which team a service belongs to; a blank name clears it. A team that other services have is spelled as there.
 * Throws `invalid`, and `not_found` for a service without deployments.
 */
export async function setTeam(
  actor: Actor,
  service: string,
  team: string,
): Promise<{ service: string; team: string | null }> {
  const { organizationId } = actor
  const requested = parseTeamName(team)
  const { key: serviceKey, name } = await findService(organizationId, service)
  return db().prisma.$transaction(async (tx) => {
    await holdAsManager(tx, actor)
    const stored = await tx.serviceTeam.findMany({ where: { organizationId }, orderBy: { serviceKey: 'asc' } })
    const from = stored.find((row) => row.serviceKey === serviceKey)?.team ?? null
    const others = stored.filter((row) => row.serviceKey !== serviceKey).map((row) => row.team)
    const to = others.find((other) => isSameTeam(requested, other)) ?? requested
    if (from === to) return { service: name, team: to }
    const where = { organizationId_serviceKey: { organizationId, serviceKey } }
    if (to === null) await tx.serviceTeam.delete({ where })
    else await tx.serviceTeam.upsert({ where, create: { organizationId, serviceKey, team: to }, update: { team: to } })
    const details = { from, to }
    await recordAudit(tx, actor, {
      action: 'service.team-set',
      subject: name,
      subjectId: serviceKey,
      details,
    })
    return { service: name, team: to }
  })
}
