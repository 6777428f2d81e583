import { db } from '@/lib/db/db'

/** What an example may deploy so that it links something: a service, and the commit that was merged there last. */
export type ExampleDeployment = { service: string; commitSha: string | null }

/** An example out of the organization's own repositories; a made-up service where there is none. */
export async function findExample(organizationId: number): Promise<ExampleDeployment> {
  const { prisma } = db()
  const merged = await prisma.pullRequest.findFirst({
    where: { organizationId, mergedAt: { not: null } },
    orderBy: { mergedAt: 'desc' },
    select: { mergeCommitSha: true, repository: { select: { fullName: true } } },
  })
  const repository =
    merged?.repository ??
    (await prisma.repository.findFirst({
      where: { organizationId },
      orderBy: { id: 'asc' },
      select: { fullName: true },
    }))
  return { service: repository?.fullName.split('/').at(-1) ?? 'api', commitSha: merged?.mergeCommitSha ?? null }
}
