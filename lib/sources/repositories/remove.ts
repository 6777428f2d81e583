import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { AppError } from '@/lib/core/errors'
import { atOnce, type InTurn } from '@/lib/core/fair-queue'
import { db } from '@/lib/db/db'
import { keepsSql } from '@/lib/deployments/delivers'
import { markAgain } from '@/lib/deployments/linking/mark-again'
import { markServices } from '@/lib/deployments/linking/mark-services'
import { linkPending } from '@/lib/deployments/linking/relink'
import type { Prisma, Repository } from '@/lib/generated/prisma/client'
import { holdRepository, markingTimeoutMs } from './find'
import { letGo, linkSoon } from './let-go'

/** An event holds its deployment and then its repository: code that takes them the other way round may wait forever. */
const holdDeployments = `
  SELECT count(*) FROM (
    SELECT FROM deployments WHERE organization_id = $1 AND repository_id = $2 ORDER BY id FOR NO KEY UPDATE) held`

/** The deployments whose repository is gone, and those that could not choose between it and another. */
const markFound = markAgain(`
  SELECT d.id FROM deployments d
  WHERE d.organization_id = $1 AND ${keepsSql} AND d.repository_id IS NULL AND (d.resolved_sha IS NOT NULL
    OR d.unlinked_reason IN ('commit found in several repositories', 'ambiguous short SHA'))`)

/**
 * Removes a repository with its commits, its pull requests and their links; `name` has to be its full name. Deployments
 * stay, and are linked again to what is left. They are let go of a thousand at a time, each `inTurn`; the last step
 * takes what came to it again meanwhile. A removal that is interrupted is finished by the next attempt; without one,
 * what it let go of is linked again after an hour, and at once where it is refused in the end: the repository may have
 * another name by then. Throws `not_found`, and `invalid` for another name.
 */
export async function removeRepository(
  actor: Actor,
  repositoryId: number,
  name: string,
  inTurn: InTurn = atOnce,
): Promise<{ fullName: string; relinked: Promise<number> }> {
  const { organizationId } = actor
  await inTurn(() => db().prisma.$transaction((tx) => holdNamed(tx, actor, repositoryId, name)))
  const remove = (tx: Prisma.TransactionClient) => removeHeld(tx, actor, repositoryId, name)
  const last = () => db().prisma.$transaction(remove, { timeout: markingTimeoutMs })
  let fullName: string
  try {
    await letGo({ organizationId, repositoryId }, inTurn)
    fullName = await inTurn(last, { mustRun: true })
  } finally {
    await linkSoon(organizationId, inTurn)
  }
  return { fullName, relinked: linkPending(organizationId) }
}

async function holdNamed(
  tx: Prisma.TransactionClient,
  actor: Actor,
  repositoryId: number,
  name: string,
): Promise<Repository> {
  const repository = await holdRepository(tx, actor, repositoryId)
  if (name.trim().toLowerCase() === repository.fullNameKey) return repository
  throw new AppError('invalid', `Type ${repository.fullName} to remove it. Nothing was removed.`)
}

async function removeHeld(
  tx: Prisma.TransactionClient,
  actor: Actor,
  repositoryId: number,
  name: string,
): Promise<string> {
  const { organizationId } = actor
  const { fullName, fullNameKey, nameKey, aliases } = await holdNamed(tx, actor, repositoryId, name)
  const pullRequests = await tx.pullRequest.count({ where: { organizationId, repositoryId } })
  const paths = await tx.servicePath.findMany({ where: { organizationId, repositoryId }, select: { nameKey: true } })
  await tx.$queryRawUnsafe(holdDeployments, organizationId, repositoryId)
  const services = paths.map((path) => path.nameKey)
  await markServices(tx, organizationId, [fullNameKey, nameKey, ...aliases, ...services])
  await tx.repository.delete({ where: { organizationId_id: { organizationId, id: repositoryId } } })
  await tx.$executeRawUnsafe(markFound, organizationId)
  const line = { action: 'repository.removed', subject: fullName, subjectId: repositoryId }
  await recordAudit(tx, actor, { ...line, details: { pullRequests } })
  return fullName
}
