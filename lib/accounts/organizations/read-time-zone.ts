import type { Read } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'

/** The time zone whose days the history of an organization has; UTC for an unknown one, which has no history. */
export async function readTimeZone(read: Read, organizationId: number): Promise<string> {
  const [organization] = await read<{ timeZone: string }>(
    Prisma.sql`SELECT time_zone AS "timeZone" FROM organizations WHERE id = ${organizationId}`,
  )
  return organization?.timeZone ?? 'UTC'
}
