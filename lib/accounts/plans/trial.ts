import type { Plan } from '@/lib/generated/prisma/enums'

const dayMs = 24 * 60 * 60 * 1000

/** Where an organization on the Free plan stands with its trial of Business; days left are begun ones. */
export type Trial =
  | { state: 'not-started' }
  | { state: 'running'; daysLeft: number; endsAt: Date }
  | { state: 'ended'; endsAt: Date }

/** The trial as of `now`; null for an organization on a paid plan. */
export function trialOf(organization: { plan: Plan; trialEndsAt: Date | null }, now: Date): Trial | null {
  if (organization.plan !== 'free') return null
  const endsAt = organization.trialEndsAt
  if (!endsAt) return { state: 'not-started' }
  const leftMs = endsAt.getTime() - now.getTime()
  return leftMs > 0 ? { state: 'running', daysLeft: Math.ceil(leftMs / dayMs), endsAt } : { state: 'ended', endsAt }
}
