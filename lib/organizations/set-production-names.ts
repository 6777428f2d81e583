import { db } from '@/lib/db'
import { applyProductionNames } from '@/lib/deployments/apply-production-names'
import { AppError } from '@/lib/errors'
import type { Organization } from '@/lib/generated/prisma/client'

const maxNames = 20
const maxLength = 100

/**
 * Sets the environment names that count as production, compared without case and surrounding space. Deployments that
 * now count or no longer do are linked again, some hundreds a second: `linked` resolves to their number. Setting the
 * same names again finishes what was interrupted. Throws `invalid` and `not_found`.
 */
export async function setProductionNames(
  organizationId: number,
  names: readonly string[],
): Promise<{ organization: Organization; linked: Promise<number> }> {
  const data = { productionNames: distinct(names) }
  const [organization] = await db().prisma.organization.updateManyAndReturn({ where: { id: organizationId }, data })
  if (!organization) throw new AppError('not_found', 'No such organization')
  return { organization, linked: applyProductionNames(organizationId) }
}

function distinct(names: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names.map((text) => text.trim()).filter((text) => text !== '')) {
    if (name.length > maxLength) throw invalid(`have at most ${maxLength} characters`)
    if (/[\p{Control}\p{Surrogate}]/u.test(name)) throw invalid('be plain text')
    if (!byKey.has(name.toLowerCase())) byKey.set(name.toLowerCase(), name)
  }
  if (byKey.size === 0) throw new AppError('invalid', 'At least one production name is required')
  if (byKey.size > maxNames) throw new AppError('invalid', `There can be at most ${maxNames} production names`)
  return [...byKey.values()]
}

function invalid(rule: string): AppError {
  return new AppError('invalid', `A production name must ${rule}`)
}
