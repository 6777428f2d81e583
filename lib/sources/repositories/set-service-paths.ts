import type { Actor } from '@/lib/accounts/actor'
import { listChange } from '@/lib/accounts/audit/list-change'
import { recordAudit } from '@/lib/accounts/audit/record'
import { atOnce, type InTurn } from '@/lib/core/fair-queue'
import { db } from '@/lib/db/db'
import { markServices } from '@/lib/deployments/linking/mark-services'
import { linkPending } from '@/lib/deployments/linking/relink'
import type { Prisma, Repository } from '@/lib/generated/prisma/client'
import { countMatches, type Matches } from './count-matches'
import { holdRepository, markingTimeoutMs, refuseTakenNames } from './find'
import { parseGlobs } from './globs'
import { refuseMorePaths } from './refuse-more'
import { parseServiceName } from './service-name'

export type ChangedPaths = { service: string; globs: string[]; matches: Matches; relinked: Promise<number> }

/**
 * Says where in a repository a service lives; from then on its name means this repository. Its deployments ship only
 * pull requests that touch one of the globs, past ones included. Reading what the globs match and storing them have
 * `turns` of their own; nothing is stored when one is refused. Throws `invalid`, `not_found`, and `conflict` when the
 * service belongs to another repository.
 */
export async function setServicePaths(
  actor: Actor,
  repositoryId: number,
  service: string,
  globs: readonly string[],
  turns: { count: InTurn; store: InTurn } = { count: atOnce, store: atOnce },
): Promise<ChangedPaths> {
  const { organizationId } = actor
  const paths = { service: parseServiceName(service), globs: parseGlobs(globs) }
  const matches = await turns.count(() => countMatches(organizationId, repositoryId, paths.globs))
  const store = async (tx: Prisma.TransactionClient) => {
    const repository = await holdRepository(tx, actor, repositoryId)
    await refuseTakenNames(tx, repository, [paths.service])
    await storePaths(tx, actor, repository, paths)
    await markServices(tx, organizationId, [paths.service])
  }
  await turns.store(() => db().prisma.$transaction(store, { timeout: markingTimeoutMs }))
  return { ...paths, matches, relinked: linkPending(organizationId) }
}

async function storePaths(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { id: repositoryId, organizationId, fullName }: Repository,
  { service: nameKey, globs }: { service: string; globs: string[] },
): Promise<void> {
  const where = { organizationId_nameKey: { organizationId, nameKey } }
  const before = await tx.servicePath.findUnique({ where })
  if (!before) await refuseMorePaths(tx, organizationId)
  await tx.servicePath.upsert({ where, create: { organizationId, repositoryId, nameKey, globs }, update: { globs } })
  await recordAudit(tx, actor, {
    action: 'service-paths.set',
    subject: `${nameKey} in ${fullName}`,
    subjectId: repositoryId,
    details: listChange(before?.globs ?? [], globs),
  })
}
