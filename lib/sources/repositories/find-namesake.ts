import type { Prisma, Repository } from '@/lib/generated/prisma/client'

type Named = Pick<Repository, 'fullNameKey' | 'nameKey'>

/** Whether a name has no owner: `api`, as a clone may be imported by. */
export function isShortName({ fullNameKey, nameKey }: Named): boolean {
  return fullNameKey === nameKey
}

/**
 * The repository that was imported under the last part of a full name only, and that no host keeps up to date: it is the
 * one that the full name means if it has its commits. `shas` are some of those. One without any commits is it as well.
 */
export async function findNamesake(
  tx: Prisma.TransactionClient,
  organizationId: number,
  name: Named,
  shas: readonly string[],
): Promise<Repository | null> {
  if (isShortName(name)) return null
  const namesake = await tx.repository.findFirst({
    where: { organizationId, fullNameKey: name.nameKey, connectionId: null },
  })
  return namesake && (await mayHold(tx, namesake, shas)) ? namesake : null
}

/** Whether a repository has one of the commits, or none at all. */
export async function mayHold(
  tx: Prisma.TransactionClient,
  { organizationId, id: repositoryId }: Repository,
  shas: readonly string[],
): Promise<boolean> {
  // As one parameter: of very many Prisma would make a long text first.
  const shared = await tx.$queryRaw<unknown[]>`
    SELECT FROM commits
    WHERE organization_id = ${organizationId} AND repository_id = ${repositoryId} AND sha = ANY (${[...shas]}::text[])
    LIMIT 1`
  if (shared.length > 0) return true
  return (await tx.commit.findFirst({ where: { repositoryId }, select: { sha: true } })) === null
}
