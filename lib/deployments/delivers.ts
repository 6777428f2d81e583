import { Prisma } from '@/lib/generated/prisma/client'

/** Whether a deployment `d` counts as a delivery of what it shipped, as `deliversPullRequests` says. */
export const delivers = Prisma.sql`d.production AND d.status = 'success' AND d.voided_at IS NULL`

/** The same for a `where` of Prisma. */
export const whereDelivers = { production: true, status: 'success', voidedAt: null } as const
