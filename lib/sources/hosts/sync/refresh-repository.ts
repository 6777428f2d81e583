import { operatorOf } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { log } from '@/lib/core/log'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import { markServices } from '@/lib/deployments/linking/mark-services'
import { wakeLinkWorker } from '@/lib/deployments/linking/wake'
import type { Host } from '@/lib/generated/prisma/enums'
import { parseRepositoryName } from '@/lib/sources/git-import/repository-name'
import { hostNames } from '@/lib/sources/hosts/host-names'
import type { HostRepository } from '../model'

/** Takes over what a host reports of a repository: its name, page and default branch. Returns what it reported. */
export async function refreshRepository(
  { organizationId, repositoryId }: RepositoryKey,
  reported: HostRepository,
): Promise<HostRepository> {
  const { defaultBranch, fullName, webUrl } = reported
  const before = await db().prisma.repository.update({
    where: { organizationId_id: { organizationId, id: repositoryId } },
    data: { defaultBranch, webUrl },
    select: { fullName: true },
  })
  if (before.fullName !== fullName) await renameRepository({ organizationId, repositoryId }, fullName)
  return reported
}

type Before = { fullName: string; fullNameKey: string; nameKey: string; host: Host | null }

const hold = 'SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE'

const read = `
  SELECT r.full_name AS "fullName", r.full_name_key AS "fullNameKey", r.name_key AS "nameKey", connection.host
  FROM repositories r LEFT JOIN host_connections AS connection
    ON connection.organization_id = r.organization_id AND connection.id = r.connection_id
  WHERE r.organization_id = $1 AND r.id = $2`

const findTaken = `
  SELECT full_name AS "fullName" FROM repositories r
  WHERE organization_id = $1 AND id <> $2 AND (
    full_name_key = $3 OR aliases && $4::text[]
    OR EXISTS (
      SELECT FROM service_paths WHERE organization_id = $1 AND repository_id = r.id AND name_key = ANY ($4::text[])))
  LIMIT 1`

const rename = `
  UPDATE repositories SET full_name = $3, full_name_key = $4, name_key = $5 WHERE organization_id = $1 AND id = $2`

/**
 * Gives a repository the name that its host reports, and links the deployments again that name it. A name that means
 * another repository here, such as one from a clone, is not taken over; the log says so.
 */
async function renameRepository({ organizationId, repositoryId }: RepositoryKey, fullName: string): Promise<void> {
  const renamed = await inTransaction(db().people, never, async (client) => {
    await client.query(hold, [organizationId])
    const { rows } = await client.query<Before>(read, [organizationId, repositoryId])
    const before = rows[0]
    const name = parseRepositoryName(fullName)
    if (!before || before.fullName === name.fullName) return false
    const names = [name.fullNameKey, name.nameKey]
    const { rows: others } = await client.query(findTaken, [organizationId, repositoryId, name.fullNameKey, names])
    if (others[0]) {
      log.warn('repository keeps its old name', { repositoryId, fullName: name.fullName, taken: others[0] })
      return false
    }
    await client.query(rename, [organizationId, repositoryId, name.fullName, ...names])
    await markServices(client, organizationId, [before.fullNameKey, before.nameKey, ...names])
    const actor = { ...operatorOf(organizationId), ...(before.host && { host: hostNames[before.host] }) }
    await recordAudit(client, actor, {
      action: 'repository.renamed',
      subject: name.fullName,
      subjectId: repositoryId,
      details: { from: before.fullName, to: name.fullName },
    })
    return true
  })
  if (renamed) wakeLinkWorker()
}
