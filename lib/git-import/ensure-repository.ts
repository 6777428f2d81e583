import { recordAudit } from '@/lib/audit/record'
import type { Prisma, Repository } from '@/lib/generated/prisma/client'
import type { parseRepositoryName } from './repository-name'

/** The repository of a name; made, and told to the audit log, where there is none. `source` says where it comes from. */
export async function ensureRepository(
  tx: Prisma.TransactionClient,
  organizationId: number,
  name: ReturnType<typeof parseRepositoryName>,
  source: string,
): Promise<Repository> {
  await tx.$queryRaw`SELECT FROM organizations WHERE id = ${organizationId} FOR NO KEY UPDATE`
  const { fullName, fullNameKey } = name
  const known = await tx.repository.findUnique({
    where: { organizationId_fullNameKey: { organizationId, fullNameKey } },
  })
  if (known) return known
  const created = await tx.repository.create({ data: { organizationId, ...name } })
  await recordAudit(tx, {
    organizationId,
    userId: null,
    action: 'repository.created',
    subject: fullName,
    subjectId: created.id,
    details: { source },
  })
  return created
}
