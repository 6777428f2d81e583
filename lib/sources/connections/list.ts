import { db } from '@/lib/db/db'
import type { Host } from '@/lib/generated/prisma/enums'

export type ListedConnection = {
  id: number
  host: Host
  baseUrl: string
  name: string
  kind: 'app' | 'token'
  /** False for an app that is not installed at GitHub yet. */
  installed: boolean
  takesDeployments: boolean
  createdAt: Date
  /** Name or address; null when the person is gone, and for the command line. */
  createdBy: string | null
  /** What went wrong with the last call, in words; null when it went well. */
  problem: string | null
  problemAt: Date | null
  lastDeliveryAt: Date | null
  /** How many repositories are kept up to date through it. */
  repositories: number
}

/** The connections of an organization, the newest first, without their secrets. */
export async function listConnections(organizationId: number): Promise<ListedConnection[]> {
  const { prisma } = db()
  const connections = await prisma.hostConnection.findMany({
    where: { organizationId },
    orderBy: { id: 'desc' },
    select: {
      id: true,
      host: true,
      baseUrl: true,
      name: true,
      appId: true,
      installationId: true,
      takesDeployments: true,
      createdAt: true,
      createdBy: { select: { name: true, email: true } },
      problem: true,
      problemAt: true,
      lastDeliveryAt: true,
    },
  })
  const monitored = await prisma.repository.groupBy({
    by: ['connectionId'],
    where: { organizationId, monitored: true },
    _count: { _all: true },
  })
  const repositoriesOf = new Map(monitored.map(({ connectionId, _count }) => [connectionId, _count._all]))
  return connections.map(({ appId, installationId, createdBy, ...connection }) => ({
    ...connection,
    kind: appId === null ? 'token' : 'app',
    installed: appId === null || installationId !== null,
    createdBy: createdBy && (createdBy.name ?? createdBy.email),
    repositories: repositoriesOf.get(connection.id) ?? 0,
  }))
}
