import type { Actor } from '@/lib/accounts/actor'
import { changeSetting } from '@/lib/accounts/organizations/change-setting'
import { nameSchema } from '@/lib/accounts/users/schema'
import { AppError } from '@/lib/core/errors'
import { parse } from '@/lib/core/parse'
import { serviceKeyOf } from '@/lib/core/service-key'
import { applyProductionNames } from '@/lib/deployments/production-names/apply-production-names'
import type { Organization } from '@/lib/generated/prisma/client'

const maxNames = 20

/**
 * Sets the environment names that count as production, compared as metrics compare environments. Deployments that
 * now count or no longer do are linked again, some hundreds a second: `linked` resolves to their number; events on
 * their way meanwhile need `applyToLateEvents` after it. The names stay set when that is interrupted: the worker finishes
 * it, and so does setting them again. Throws `invalid` and `not_found`.
 */
export async function setProductionNames(
  actor: Actor,
  names: readonly string[],
): Promise<{ organization: Organization; linked: Promise<number> }> {
  const { organizationId } = actor
  const organization = await changeSetting(actor, 'productionNames', distinct(names), (tx) =>
    tx.pendingProductionNames.create({ data: { organizationId } }),
  )
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
