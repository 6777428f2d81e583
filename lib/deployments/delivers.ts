import { Prisma } from '@/lib/generated/prisma/client'

/** Whether a deployment `d` counts as a delivery of what it shipped, as `deliversPullRequests` says, in SQL. */
export const deliversSql = `d.production AND d.status = 'success' AND d.voided_at IS NULL`

/** Whether it keeps what it shipped, as `keepsPullRequests` says: rolled-back ones do. */
export const keepsSql = `d.production AND d.status IN ('success', 'rolled_back') AND d.voided_at IS NULL`

/** Whether links may follow from it, its own or those of others, as `decidesLinks` says. */
export const decidesSql = (alias: string) => `
  ${alias}.production AND ${alias}.status IN ('success', 'failure', 'cancelled', 'rolled_back') AND ${alias}.voided_at IS NULL`

export const delivers = Prisma.raw(deliversSql)

/** The same for a `where` of Prisma. */
export const whereDelivers = { production: true, status: 'success', voidedAt: null } as const
