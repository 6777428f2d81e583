import { reporting } from '@/lib/db/reporting'
import type { MetricsReport } from './report'
import { nameRows } from './rows/name-rows'

export type PullRequestName = { number: number; title: string; repository: string }

/** What ids of a report are called. */
export type ReportNames = {
  pullRequests: ReadonlyMap<number, PullRequestName>
  /** Deployments by the id that their pipeline gave them. */
  deployments: ReadonlyMap<number, string>
}

/** Names of the slowest pull requests of a report and of the deployments that its incidents began and ended with. */
export function nameReport(
  organizationId: number,
  { leadTime, recoveryTime }: Pick<MetricsReport, 'leadTime' | 'recoveryTime'>,
  maxIncidents: number,
): Promise<ReportNames> {
  const slowest = (leadTime?.slowest ?? []).map(({ pullRequestId }) => ({ pullRequestId }))
  const incidents = [...(recoveryTime?.open ?? []), ...(recoveryTime?.closed ?? [])].slice(0, maxIncidents)
  return reporting(organizationId, async (read) => {
    const named = await nameRows(read, organizationId, [
      ...slowest,
      ...incidents.map(({ openedById, closedById }) => ({ openedById, closedById })),
    ])
    return {
      pullRequests: new Map(
        named.flatMap(({ pullRequestId, number, title, repository }) =>
          pullRequestId && number && title && repository
            ? [[pullRequestId, { number, title, repository }] as const]
            : [],
        ),
      ),
      deployments: new Map(
        named.flatMap(({ openedById, openedBy, closedById, closedBy }) => [
          ...(openedById && openedBy ? [[openedById, openedBy] as const] : []),
          ...(closedById && closedBy ? [[closedById, closedBy] as const] : []),
        ]),
      ),
    }
  })
}
