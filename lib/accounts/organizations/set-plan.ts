import { operatorOf } from '@/lib/accounts/actor'
import { changeSetting } from '@/lib/accounts/organizations/change-setting'
import { findOrganization } from '@/lib/accounts/organizations/find'
import type { Organization } from '@/lib/generated/prisma/client'
import type { Plan } from '@/lib/generated/prisma/enums'

/** Puts an organization on a plan; a trial it has had stays on record. Throws `not_found`. */
export async function setPlan(slug: string, plan: Plan): Promise<Organization> {
  const { id } = await findOrganization(slug)
  return changeSetting(operatorOf(id), 'plan', plan)
}
