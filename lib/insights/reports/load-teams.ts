import type { Read } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'

/** The team of each service that has one, by the service's key. */
export async function loadTeams(read: Read, organizationId: number): Promise<Map<string, string>> {
  const rows = await read<{ service: string; team: string }>(Prisma.sql`
    SELECT service_key AS service, team FROM service_teams WHERE organization_id = ${organizationId}`)
  return new Map(rows.map(({ service, team }) => [service, team]))
}
