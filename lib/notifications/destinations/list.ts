import { db } from '@/lib/db/db'
import type { DestinationKind } from '@/lib/generated/prisma/enums'
import { loadRecipients, type Recipient } from './recipients'

export type ListedDestination = {
  id: number
  kind: DestinationKind
  name: string
  /** Where its address leads; null for e-mail. */
  host: string | null
  /** Who gets the e-mail: those that still can. Null for other kinds. */
  recipients: Recipient[] | null
  topics: string[]
  services: string[]
  teams: string[]
  /** From 1, Monday; null without a digest. */
  digestWeekday: number | null
  digestHour: number | null
  pausedAt: Date | null
  /** Why Leadline paused it; null where a person did. */
  pausedBecause: string | null
  failingSince: Date | null
  deliveredAt: Date | null
}

/** The destinations of an organization in the order they were added, without their secrets. */
export async function listDestinations(organizationId: number): Promise<ListedDestination[]> {
  const { prisma } = db()
  const rows = await prisma.notificationDestination.findMany({
    where: { organizationId },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      kind: true,
      name: true,
      host: true,
      recipients: true,
      topics: true,
      services: true,
      teams: true,
      digestWeekday: true,
      digestHour: true,
      pausedAt: true,
      pausedBecause: true,
      failingSince: true,
      deliveredAt: true,
    },
  })
  const chosen = rows.flatMap(({ recipients }) => recipients)
  const people = chosen.length === 0 ? [] : await loadRecipients(prisma, organizationId, chosen)
  return rows.map(({ recipients, ...row }) => ({
    ...row,
    recipients: row.kind === 'email' ? people.filter(({ userId }) => recipients.includes(userId)) : null,
  }))
}

/** Members who can be chosen as recipients of e-mail. */
export function listPossibleRecipients(organizationId: number): Promise<Recipient[]> {
  return loadRecipients(db().prisma, organizationId)
}
