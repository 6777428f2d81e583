import type { UserActor } from '@/lib/accounts/actor'
import { AppError } from '@/lib/core/errors'
import { serviceKeyOf } from '@/lib/core/service-key'
import { db } from '@/lib/db/db'
import { findTeam } from './find'

/**
 * Sets what a person begins with in an organization; blank names are everything. Throws `not_found` for an unknown team,
 * and once the person is no member any more.
 */
export async function saveView(
  { organizationId, userId }: UserActor,
  given: { team: string; environment: string },
): Promise<void> {
  const team = given.team.trim() === '' ? null : (await findTeam(organizationId, given.team.trim())).name
  const environment = serviceKeyOf(given.environment) || null
  const { count } = await db().prisma.membership.updateMany({
    where: { organizationId, userId },
    data: { viewTeam: team, viewEnvironment: environment },
  })
  if (count === 0) throw new AppError('not_found', 'There is nothing at this address')
}
