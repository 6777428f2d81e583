import type { AuditEntry } from '@/lib/accounts/audit/list'
import { db } from '@/lib/db/db'

const corrections = [
  'deployment.corrected',
  'deployment.failure-taken-back',
  'deployment.incident-tied',
  'deployment.incident-untied',
  'deployment.marked-failed',
  'deployment.restored',
  'deployment.revert-dismissed',
  'deployment.voided',
]

const maxCorrections = 100

/** What people changed about a deployment, the latest first. */
export async function listCorrections(organizationId: number, id: number): Promise<AuditEntry[]> {
  const entries = await db().prisma.auditEntry.findMany({
    where: { organizationId, action: { in: corrections }, subjectId: String(id) },
    orderBy: { id: 'desc' },
    take: maxCorrections,
    omit: { organizationId: true, userId: true },
  })
  return entries.map(({ details, ...entry }) => ({
    ...entry,
    id: String(entry.id),
    details: details as AuditEntry['details'],
  }))
}
