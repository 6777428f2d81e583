import { operatorOf } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdOrganization } from '@/lib/accounts/organizations/hold'
import { AppError } from '@/lib/core/errors'
import { markServices } from '@/lib/deployments/linking/mark-services'
import type { Prisma, Repository } from '@/lib/generated/prisma/client'
import { refuseAliases } from '@/lib/sources/repositories/find'
import { findNamesake, isShortName, mayHold } from '@/lib/sources/repositories/find-namesake'
import type { parseRepositoryName } from './repository-name'

type Name = ReturnType<typeof parseRepositoryName>

/** Where a repository comes from, in words for the audit log, and some of its commits. */
export type Origin = { source: string; shas: readonly string[] }

/**
 * The repository that an import means; created, and recorded in the audit log, where there is none. A short name (`api`)
 * is the one repository that goes by it as the last part of its name or as an alias; a full name (`acme/api`) is also the
 * one that was imported as `api`, if it has commits of the origin, and which then takes the full name. Throws `conflict`
 * for a short name that means several repositories, other commits, or a second copy of a repository.
 */
export async function ensureRepository(
  tx: Prisma.TransactionClient,
  organizationId: number,
  name: Name,
  origin: Origin,
): Promise<Repository> {
  await holdOrganization(tx, organizationId)
  const { fullNameKey } = name
  const known = await tx.repository.findUnique({
    where: { organizationId_fullNameKey: { organizationId, fullNameKey } },
  })
  if (known) return known
  const meant = isShortName(name)
    ? await findByShortName(tx, organizationId, name, origin)
    : await findNamesake(tx, organizationId, name, origin.shas)
  if (meant && isShortName(name)) return meant
  await refuseAliases(tx, organizationId, meant?.id ?? null, name)
  return meant ? giveFullName(tx, meant, name) : create(tx, organizationId, name, origin)
}

async function findByShortName(
  tx: Prisma.TransactionClient,
  organizationId: number,
  { fullName, nameKey }: Name,
  { shas }: Origin,
): Promise<Repository | null> {
  const named = await tx.repository.findMany({ where: { organizationId, nameKey } })
  const matches =
    named.length > 0 ? named : await tx.repository.findMany({ where: { organizationId, aliases: { has: nameKey } } })
  const [match] = matches
  if (!match) {
    await refuseSecondCopy(tx, organizationId, fullName, shas)
    return null
  }
  if (matches.length > 1) {
    const names = matches.map((repository) => repository.fullName).sort()
    throw refusal(
      `Several repositories are called “${fullName}”: ${names.join(', ')}. Give the full name of one of them.`,
    )
  }
  if (await mayHold(tx, match, shas)) return match
  throw refusal(
    `“${fullName}” is ${match.fullName} here, which has no commit of this clone. If it is that repository, import it as ${match.fullName}; if not, give its own full name, such as owner/${fullName}.`,
  )
}

/** A repository with two names has every pull request twice. */
async function refuseSecondCopy(
  tx: Prisma.TransactionClient,
  organizationId: number,
  fullName: string,
  shas: readonly string[],
): Promise<void> {
  const paths = await tx.servicePath.findFirst({
    where: { organizationId, nameKey: fullName.toLowerCase() },
    include: { repository: true },
  })
  if (paths) {
    throw refusal(
      `“${fullName}” is a service with paths in ${paths.repository.fullName}. Import that repository by its full name; for another one, give its own, such as owner/${fullName}.`,
    )
  }
  const shared = await tx.commit.findFirst({
    where: { organizationId, sha: { in: [...shas] } },
    include: { repository: true },
  })
  if (!shared) return
  const { fullName: copyOf } = shared.repository
  throw refusal(
    `Commits of this clone are known here as ${copyOf}. Import it as ${copyOf}; for a fork, give its own full name, such as owner/${fullName}.`,
  )
}

async function giveFullName(tx: Prisma.TransactionClient, before: Repository, name: Name): Promise<Repository> {
  const { organizationId, id } = before
  await markServices(tx, organizationId, [before.fullNameKey, name.fullNameKey])
  const renamed = await tx.repository.update({ where: { organizationId_id: { organizationId, id } }, data: name })
  await recordAudit(tx, operatorOf(organizationId), {
    action: 'repository.renamed',
    subject: name.fullName,
    subjectId: id,
    details: { from: before.fullName, to: name.fullName },
  })
  return renamed
}

async function create(
  tx: Prisma.TransactionClient,
  organizationId: number,
  name: Name,
  { source }: Origin,
): Promise<Repository> {
  const created = await tx.repository.create({ data: { organizationId, ...name } })
  await recordAudit(tx, operatorOf(organizationId), {
    action: 'repository.created',
    subject: name.fullName,
    subjectId: created.id,
    details: { source },
  })
  return created
}

function refusal(message: string): AppError {
  return new AppError('conflict', message)
}
