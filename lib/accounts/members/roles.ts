import type { Role } from '@/lib/generated/prisma/enums'

/** From the least that a member may do to the most. */
export const roles = ['member', 'manager', 'owner'] as const satisfies readonly Role[]

/** Whether a role may do what `needed` may do. */
export function atLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

/**
 * Whether an actor may turn another person's role into a new one; null stands for no role, before an invitation
 * and after a removal. Owners may do everything, managers whatever leaves owners alone.
 */
export function mayChange(actor: Role, before: Role | null, after: Role | null): boolean {
  if (actor === 'owner') return true
  return actor === 'manager' && before !== 'owner' && after !== 'owner'
}
