import { recordAudit } from '@/lib/audit/record'
import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import type { Prisma, Repository } from '@/lib/generated/prisma/client'
import { markServices } from '@/lib/linking/mark-services'
import { linkPending } from '@/lib/linking/relink'
import { holdRepository, markingTimeoutMs, refuseTakenNames } from './find'
import { parseServiceName } from './service-name'

const mostAliases = 100

/** The other names of a repository, and how many deployments were linked again because of them. */
export type ChangedNames = { aliases: string[]; relinked: Promise<number> }

/**
 * Sets the service names that mean a repository beside its own, compared in lower case. Deployments that name one that
 * came or went are linked again. Throws `invalid`, `not_found`, and `conflict` when one means another repository.
 */
export async function setAliases(
  organizationId: number,
  userId: number | null,
  repositoryId: number,
  names: readonly string[],
): Promise<ChangedNames> {
  const wanted = names.filter((name) => name.trim() !== '').map(parseServiceName)
  return change(organizationId, repositoryId, (tx, repository) => storeAliases(tx, userId, repository, wanted))
}

/** Adds one name to those that mean a repository. Throws as `setAliases` does. */
export async function addAlias(
  organizationId: number,
  userId: number | null,
  repositoryId: number,
  name: string,
): Promise<ChangedNames> {
  const wanted = parseServiceName(name)
  return change(organizationId, repositoryId, (tx, repository) =>
    storeAliases(tx, userId, repository, [...repository.aliases, wanted]),
  )
}

async function change(
  organizationId: number,
  repositoryId: number,
  work: (tx: Prisma.TransactionClient, repository: Repository) => Promise<string[]>,
): Promise<ChangedNames> {
  const { aliases, changed } = await db().prisma.$transaction(
    async (tx) => {
      const repository = await holdRepository(tx, organizationId, repositoryId)
      const aliases = await work(tx, repository)
      const changed = changedNames(repository.aliases, aliases)
      if (changed.length > 0) await markServices(tx, organizationId, changed)
      return { aliases, changed }
    },
    { timeout: markingTimeoutMs },
  )
  return { aliases, relinked: changed.length === 0 ? Promise.resolve(0) : linkPending(organizationId) }
}

function changedNames(before: readonly string[], after: readonly string[]): string[] {
  return [...new Set([...before, ...after])].filter((name) => before.includes(name) !== after.includes(name))
}

/** Stores names beside a repository's own; returns what is stored. */
async function storeAliases(
  tx: Prisma.TransactionClient,
  userId: number | null,
  repository: Repository,
  wanted: readonly string[],
): Promise<string[]> {
  const { id, organizationId, fullName, fullNameKey, nameKey, aliases: from } = repository
  const to = [...new Set(wanted)].filter((name) => name !== fullNameKey && name !== nameKey).sort()
  if (to.length > mostAliases) throw new AppError('invalid', `A repository can have at most ${mostAliases} aliases`)
  await refuseTakenNames(tx, repository, to)
  if (to.join('\n') === [...from].sort().join('\n')) return to
  await tx.repository.update({ where: { id }, data: { aliases: to } })
  await recordAudit(tx, {
    organizationId,
    userId,
    action: 'repository.aliases-changed',
    subject: fullName,
    subjectId: id,
    details: { from, to },
  })
  return to
}
