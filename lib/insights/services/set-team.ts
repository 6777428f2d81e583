import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { refuseBeyond } from '@/lib/accounts/organizations/refuse-beyond'
import { isSameTeam, parseTeamName } from '@/lib/core/team-name'
import { db } from '@/lib/db/db'
import { findService } from './find'

/** All of them are read for a report, a page of a team and a filter by one, each some microseconds of the process. */
const limit = { max: 10_000, things: 'services with a team', remedy: 'Clear the team of one first.' }

/**
 * Says which team a service belongs to; a blank name clears it. A team that other services have is spelled as there.
 * Throws `invalid`, `not_found` for a service without deployments, and `conflict` beyond 10,000 of an organization.
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
    const where = { organizationId_serviceKey: { organizationId, serviceKey } }
    const from = (await tx.serviceTeam.findUnique({ where }))?.team ?? null
    const others = await tx.$queryRaw<{ team: string }[]>`
      SELECT DISTINCT team FROM service_teams WHERE organization_id = ${organizationId} AND service_key <> ${serviceKey}
      ORDER BY team`
    const to = others.find(({ team: other }) => isSameTeam(requested, other))?.team ?? requested
    if (from === to) return { service: name, team: to }
    if (from === null) await refuseBeyond(limit, () => tx.serviceTeam.count({ where: { organizationId } }))
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
