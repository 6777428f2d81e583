import { db } from '@/lib/db/db'

/** What an example may deploy so that it links something: a service, and the commit that was merged there last. */
export type ExampleDeployment = { service: string; commitSha: string | null }

/** An example out of the organization's own repositories; a made-up service where there is none. */
export async function findExample(organizationId: number): Promise<ExampleDeployment> {
  const latest = await db().prisma.repository.findFirst({
    where: { organizationId },
    orderBy: { id: 'asc' },
    select: {
      fullName: true,
      pullRequests: {
        where: { mergeCommitSha: { not: null }, mergedAt: { not: null } },
        orderBy: { mergedAt: 'desc' },
        take: 1,
        select: { mergeCommitSha: true },
      },
    },
  })
  return {
    service: latest?.fullName.split('/').at(-1) ?? 'api',
    commitSha: latest?.pullRequests[0]?.mergeCommitSha ?? null,
  }
}
