import type { Actor } from '@/lib/accounts/actor'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { repositoryGone } from '@/lib/deployments/first-deployments/repository-gone'
import type { Prisma, Repository } from '@/lib/generated/prisma/client'

/** A service may have very many deployments to mark. */
export const markingTimeoutMs = 300_000

/**
 * A repository of the organization, while what its names mean is held still until the transaction ends. Throws
 * `not_found`, and as `holdAsManager` does.
 */
export async function holdRepository(
  tx: Prisma.TransactionClient,
  actor: Actor,
  repositoryId: number,
): Promise<Repository> {
  await holdAsManager(tx, actor)
  const repository = await tx.repository.findFirst({
    where: { id: repositoryId, organizationId: actor.organizationId },
  })
  if (!repository) throw repositoryGone()
  return repository
}

/** Refuses names of a repository that are aliases of another: a name wins, so they would mean nothing. Throws `conflict`. */
export async function refuseAliases(
  tx: Prisma.TransactionClient,
  organizationId: number,
  repositoryId: number | null,
  { fullName, fullNameKey, nameKey }: Pick<Repository, 'fullName' | 'fullNameKey' | 'nameKey'>,
): Promise<void> {
  const names = [fullNameKey, nameKey]
  const other = await tx.repository.findFirst({
    where: { organizationId, aliases: { hasSome: names }, ...(repositoryId && { id: { not: repositoryId } }) },
  })
  if (!other) return
  const alias = names.find((name) => other.aliases.includes(name))
  const message = `“${alias}” is an alias of ${other.fullName} and would mean ${fullName}. Remove the alias first.`
  throw new AppError('conflict', message)
}

/** Refuses service names that mean another repository already. Throws `conflict`. */
export async function refuseTakenNames(
  tx: Prisma.TransactionClient,
  { organizationId, id }: Pick<Repository, 'organizationId' | 'id'>,
  names: readonly string[],
): Promise<void> {
  const requested = [...names]
  const other = await tx.repository.findFirst({
    where: {
      organizationId,
      id: { not: id },
      OR: [
        { fullNameKey: { in: requested } },
        { nameKey: { in: requested } },
        { aliases: { hasSome: requested } },
        { servicePaths: { some: { nameKey: { in: requested } } } },
      ],
    },
    include: { servicePaths: true },
  })
  if (!other) return
  const { fullName, fullNameKey, nameKey, aliases, servicePaths } = other
  const meanings: [names: string[], how: string][] = [
    [[fullNameKey, nameKey], 'is the name of'],
    [aliases, 'is an alias of'],
    [servicePaths.map(({ nameKey }) => nameKey), 'is a service with paths in'],
  ]
  for (const [names, how] of meanings) {
    const taken = requested.find((name) => names.includes(name))
    if (!taken) continue
    throw new AppError('conflict', `“${taken}” ${how} ${fullName} already. A service name means one repository.`)
  }
}
