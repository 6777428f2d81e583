import type { Organization } from '@/lib/generated/prisma/client'
import type { Plan } from '@/lib/generated/prisma/enums'
import { changeSetting } from '@/lib/organizations/change-setting'
import { findOrganization } from '@/lib/organizations/find'

/** Puts an organization on a plan; a trial it has had stays on record. Throws `not_found`. */
export async function setPlan(slug: string, plan: Plan): Promise<Organization> {
  const { id } = await findOrganization(slug)
  return changeSetting(id, 'plan', plan, null)
}
