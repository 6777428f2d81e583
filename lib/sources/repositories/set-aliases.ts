import type { Actor } from '@/lib/accounts/actor'
import { listChange } from '@/lib/accounts/audit/list-change'
import { recordAudit } from '@/lib/accounts/audit/record'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { markServices } from '@/lib/deployments/linking/mark-services'
import { linkPending } from '@/lib/deployments/linking/relink'
import type { Prisma, Repository } from '@/lib/generated/prisma/client'
import { holdRepository, markingTimeoutMs, refuseTakenNames } from './find'
import { parseServiceName } from './service-name'

const maxAliases = 100

/** The other names of a repository, and how many deployments were linked again because of them. */
export type ChangedNames = { aliases: string[]; relinked: Promise<number> }

/**
 * Sets the service names that mean a repository besides its own, compared in lower case. Deployments that name one that
 * came or went are linked again. Throws `invalid`, `not_found`, and `conflict` when one means another repository.
 */
export async function setAliases(actor: Actor, repositoryId: number, names: readonly string[]): Promise<ChangedNames> {
  const requested = names.filter((name) => name.trim() !== '').map(parseServiceName)
  return change(actor, repositoryId, (tx, repository) => storeAliases(tx, actor, repository, requested))
}

/** Adds one name to those that mean a repository. Throws as `setAliases` does. */
export async function addAlias(actor: Actor, repositoryId: number, name: string): Promise<ChangedNames> {
  const requested = parseServiceName(name)
  return change(actor, repositoryId, (tx, repository) =>
    storeAliases(tx, actor, repository, [...repository.aliases, requested]),
  )
}

async function change(
  actor: Actor,
  repositoryId: number,
  work: (tx: Prisma.TransactionClient, repository: Repository) => Promise<string[]>,
): Promise<ChangedNames> {
  const { organizationId } = actor
  const { aliases, changed } = await db().prisma.$transaction(
    async (tx) => {
      const repository = await holdRepository(tx, actor, repositoryId)
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

/** Stores names besides a repository's own; returns what is stored. */
async function storeAliases(
  tx: Prisma.TransactionClient,
  actor: Actor,
  repository: Repository,
  requested: readonly string[],
): Promise<string[]> {
  const { organizationId, id, fullName, fullNameKey, nameKey, aliases: from } = repository
  const to = [...new Set(requested)].filter((name) => name !== fullNameKey && name !== nameKey).sort()
  if (to.length > maxAliases) throw new AppError('invalid', `A repository can have at most ${maxAliases} aliases`)
  await refuseTakenNames(tx, repository, to)
  if (to.join('\n') === [...from].sort().join('\n')) return to
  await tx.repository.update({ where: { organizationId_id: { organizationId, id } }, data: { aliases: to } })
  await recordAudit(tx, actor, {
    action: 'repository.aliases-changed',
    subject: fullName,
    subjectId: id,
    details: listChange(from, to),
  })
  return to
}
