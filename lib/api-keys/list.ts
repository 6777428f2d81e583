import { db } from '@/lib/db'

export type ApiKeySummary = {
  id: number
  name: string
  /** Prefix and last four characters. */
  display: string
  createdBy: string | null
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** All keys of an organization, the newest first, revoked ones included. */
export async function listApiKeys(organizationId: number): Promise<ApiKeySummary[]> {
  const keys = await db().prisma.apiKey.findMany({
    where: { organizationId },
    orderBy: { id: 'desc' },
    select: {
      id: true,
      name: true,
      display: true,
      createdAt: true,
      lastUsedAt: true,
      revokedAt: true,
      createdBy: { select: { email: true } },
    },
  })
  return keys.map(({ createdBy, ...key }) => ({ ...key, createdBy: createdBy?.email ?? null }))
}
