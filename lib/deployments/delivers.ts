import { type DeploymentStatus, terminalStatuses } from '@/lib/deployments/schema'
import { Prisma } from '@/lib/generated/prisma/client'

const listed = (statuses: readonly DeploymentStatus[]) => statuses.map((status) => `'${status}'`).join(', ')

/** The statuses that keep what was shipped, and those after which nothing more happens, as a list of SQL. */
export const keptStatuses = listed(['success', 'rolled_back'])
export const endedStatuses = listed(terminalStatuses)

/** Whether a deployment `d` counts as a delivery of what it shipped, as `deliversPullRequests` says, in SQL. */
export const deliversSql = `d.production AND d.status = 'success' AND d.voided_at IS NULL`

/** Whether it keeps what it shipped, as `keepsPullRequests` says: rolled-back ones do. */
export const keepsSql = `d.production AND d.status IN (${keptStatuses}) AND d.voided_at IS NULL`

/** Whether links may follow from it, its own or those of others, as `decidesLinks` says. */
export const decidesSql = (alias: string) => `
  ${alias}.production AND ${alias}.status IN (${endedStatuses}) AND ${alias}.voided_at IS NULL`

export const delivers = Prisma.raw(deliversSql)
export const keeps = Prisma.raw(keepsSql)

/** The same for a `where` of Prisma. */
export const whereDelivers = { production: true, status: 'success', voidedAt: null } as const

/** Whether a deployment `d` counts for metrics. An end that is reported ahead of the outcome is none. */
export const counts = Prisma.sql`${Prisma.raw(decidesSql('d'))} AND d.completed_at IS NOT NULL`
