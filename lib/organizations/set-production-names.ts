import { applyProductionNames } from '@/lib/deployments/apply-production-names'
import { AppError } from '@/lib/errors'
import type { Organization } from '@/lib/generated/prisma/client'
import { changeSetting } from '@/lib/organizations/change-setting'
import { parse } from '@/lib/parse'
import { serviceKeyOf } from '@/lib/services/service-key'
import { nameSchema } from '@/lib/users/schema'

const maxNames = 20

/**
 * Sets the environment names that count as production, compared as metrics compare environments. Deployments that
 * now count or no longer do are linked again, some hundreds a second: `linked` resolves to their number; events on
 * their way meanwhile need `applyToLateEvents` after it. The names stay set when linking is interrupted, and nothing
 * but setting them again, the same or others, finishes it. `userId` is who does it, null for the command line. Throws
 * `invalid` and `not_found`.
 */
export async function setProductionNames(
  organizationId: number,
  names: readonly string[],
  userId: number | null = null,
): Promise<{ organization: Organization; linked: Promise<number> }> {
  const organization = await changeSetting(organizationId, 'productionNames', distinct(names), userId)
  return { organization, linked: applyProductionNames(organizationId) }
}

function distinct(names: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const text of names.filter((one) => one.trim() !== '')) {
    const name = parse(nameSchema, text)
    const key = serviceKeyOf(name)
    if (!byKey.has(key)) byKey.set(key, name)
  }
  if (byKey.size === 0) throw new AppError('invalid', 'At least one production name is required')
  if (byKey.size > maxNames) throw new AppError('invalid', `There can be at most ${maxNames} production names`)
  return [...byKey.values()]
}
