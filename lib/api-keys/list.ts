import { db } from '@/lib/db'
import type { KeyScope } from '@/lib/generated/prisma/enums'

/** Who did something; null for the command line and for people who are gone. */
type Actor = { name: string | null; email: string } | null

export type ApiKeySummary = {
  id: number
  name: string
  /** What it opens: posting deployments, or asking about them. */
  scope: KeyScope
  /** Prefix and last four characters. */
  display: string
  createdBy: Actor
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
  revokedBy: Actor
}

const person = { select: { name: true, email: true } }

/** All keys of an organization, the newest first, revoked ones included. */
export async function listApiKeys(organizationId: number): Promise<ApiKeySummary[]> {
  return db().prisma.apiKey.findMany({
    where: { organizationId },
    orderBy: { id: 'desc' },
    select: {
      id: true,
      name: true,
      scope: true,
      display: true,
      createdBy: person,
      createdAt: true,
      lastUsedAt: true,
      revokedAt: true,
      revokedBy: person,
    },
  })
}
