import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { atOnce, type InTurn } from '@/lib/core/fair-queue'
import { db } from '@/lib/db/db'
import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import { markServices } from '@/lib/deployments/linking/mark-services'
import type { HostConnection, Prisma } from '@/lib/generated/prisma/client'
import { findConnection } from '@/lib/sources/connections/find'
import { parseRepositoryName } from '@/lib/sources/git-import/repository-name'
import type { HostReader, HostRepository } from '@/lib/sources/hosts/model'
import { readSomeCommits } from '@/lib/sources/hosts/read-some-commits'
import { requestSync } from '@/lib/sources/hosts/sync/request'
import { markingTimeoutMs, refuseAliases } from './find'
import { findNamesake } from './find-namesake'
import { withReader } from './read-reachable'
import { refuseMoreRepositories } from './refuse-more'

const maxAtOnce = 100

/**
 * Follows repositories that a connection reaches: from then on they are kept up to date through it. One that is known
 * by its name already, such as from a clone, is taken over with all its data, also by the last part of its name when it
 * has commits that the host reports. They are stored `inTurn`. Returns their ids. Throws `invalid`,
 * `not_found`, and `conflict` when a name belongs to another repository, as its alias too.
 */
export async function addRepositories(
  actor: Actor,
  connectionId: number,
  hostIds: readonly string[],
  inTurn: InTurn = atOnce,
): Promise<number[]> {
  const { organizationId } = actor
  const requested = [...new Set(hostIds)]
  if (requested.length === 0) throw new AppError('invalid', 'Choose at least one repository')
  if (requested.length > maxAtOnce) throw new AppError('invalid', `Choose at most ${maxAtOnce} repositories at once`)
  const connection = await findConnection(organizationId, connectionId)
  const found = await withReader(organizationId, connectionId, (reader) => readAll(organizationId, reader, requested))
  const store = async (tx: Prisma.TransactionClient) => {
    await holdAsManager(tx, actor)
    const stored: number[] = []
    for (const repository of found) stored.push(await connect(tx, actor, connection, repository))
    return stored
  }
  const ids = await inTurn(() => db().prisma.$transaction(store, { timeout: markingTimeoutMs }))
  for (const id of ids) await requestSync(organizationId, id)
  return ids
}

type Found = HostRepository & { shas: string[] }

async function readAll(organizationId: number, reader: HostReader, hostIds: readonly string[]): Promise<Found[]> {
  const found: Found[] = []
  for (const hostId of hostIds) {
    const repository = await reader.readRepository(hostId)
    found.push({ ...repository, shas: await readSomeCommits(organizationId, reader, repository) })
  }
  return found
}

async function connect(
  tx: Prisma.TransactionClient,
  actor: Actor,
  connection: HostConnection,
  { hostId, fullName, defaultBranch, webUrl, shas }: Found,
): Promise<number> {
  const { id: connectionId, organizationId, host, baseUrl } = connection
  const name = parseRepositoryName(fullName)
  const sameHost = { connection: { host, baseUrl } }
  const same = await tx.repository.findFirst({ where: { organizationId, hostId, ...sameHost } })
  const named = await tx.repository.findFirst({ where: { organizationId, fullNameKey: name.fullNameKey } })
  const known =
    same ??
    (named
      ? await tx.repository.findFirst({
          where: { organizationId, id: named.id, OR: [{ connectionId: null }, sameHost] },
        })
      : await findNamesake(tx, organizationId, name, shas))
  if (named && named.id !== known?.id) {
    throw new AppError('conflict', `There is another repository ${named.fullName} already. Remove it first.`)
  }
  await refuseAliases(tx, organizationId, known?.id ?? null, name)
  if (known && known.fullNameKey !== name.fullNameKey) {
    const names = [known.fullNameKey, known.nameKey, name.fullNameKey, name.nameKey]
    await markServices(tx, organizationId, names)
  }
  if (known && !same) await forgetReading(tx, { organizationId, repositoryId: known.id })
  if (!known) await refuseMoreRepositories(tx, organizationId)
  const data = { ...name, defaultBranch, webUrl, connectionId, hostId, monitored: true }
  const { id } = known
    ? await tx.repository.update({
        where: { organizationId_id: { organizationId, id: known.id } },
        data,
        select: { id: true },
      })
    : await tx.repository.create({ data: { organizationId, ...data }, select: { id: true } })
  await recordAudit(tx, actor, {
    action: 'repository.connected',
    subject: name.fullName,
    subjectId: id,
    details: { connection: `${connection.name} at ${new URL(baseUrl).host}`, adopted: known !== null },
  })
  return id
}

/**
 * How far another host was read says nothing of this one; what is stored of it may have gaps. Nor do its times, which
 * the next sync forgets, as it reads from no source that this names.
 */
async function forgetReading(tx: Prisma.TransactionClient, repository: RepositoryKey): Promise<void> {
  const { count } = await tx.repositorySync.deleteMany({ where: repository })
  if (count > 0) await tx.repositorySync.create({ data: { ...repository, cursor: { provisional: true, source: '' } } })
}
