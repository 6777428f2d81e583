import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'

/**
 * Revokes a key from the next request on; `revokedById` is the person who does, unknown on the command line. A key that
 * was revoked before stays as it was. Throws `not_found` for an unknown key and for another organization's.
 */
export async function revokeApiKey(
  organizationId: number,
  apiKeyId: number,
  revokedById: number | null = null,
): Promise<void> {
  const { prisma } = db()
  const { count } = await prisma.apiKey.updateMany({
    where: { id: apiKeyId, organizationId, revokedAt: null },
    data: { revokedAt: new Date(), revokedById },
  })
  if (count > 0) return
  const known = await prisma.apiKey.findFirst({ where: { id: apiKeyId, organizationId }, select: { id: true } })
  if (!known) throw new AppError('not_found', `No API key with id ${apiKeyId}`)
}
