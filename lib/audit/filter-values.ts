import { db } from '@/lib/db'

export type AuditFilterValues = { actions: string[]; people: string[] }

/** Everything that was ever done in an organization, and everybody who ever changed something, in alphabetical order. */
export async function listAuditFilterValues(organizationId: number): Promise<AuditFilterValues> {
  const { prisma } = db()
  const actions = await prisma.auditEntry.findMany({
    where: { organizationId },
    distinct: 'action',
    orderBy: { action: 'asc' },
    select: { action: true },
  })
  const people = await prisma.auditEntry.findMany({
    where: { organizationId },
    distinct: 'actor',
    orderBy: { actor: 'asc' },
    select: { actor: true },
  })
  return { actions: actions.map(({ action }) => action), people: people.map(({ actor }) => actor) }
}
