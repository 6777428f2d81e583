import { db } from '@/lib/db/db'
import type { NotificationState } from '@/lib/generated/prisma/enums'
import { contentSchema } from './content'

export type LoggedNotification = {
  id: string
  destination: { id: number; name: string }
  type: string
  title: string
  state: NotificationState
  createdAt: Date
  attempts: number
  /** Of the last attempt; null before the first. */
  attemptedAt: Date | null
  /** What the last attempt came to, in words. */
  outcome: string | null
  /** When it is tried next; null when it is not. */
  dueAt: Date | null
}

/** What was and is to be sent in an organization, the latest first. */
export async function listNotifications(organizationId: number, limit = 50): Promise<LoggedNotification[]> {
  const rows = await db().prisma.notification.findMany({
    where: { organizationId },
    orderBy: { id: 'desc' },
    take: limit,
    include: { destination: { select: { id: true, name: true } } },
  })
  return rows.map(({ id, destination, type, content, state, createdAt, attempts, attemptedAt, outcome, dueAt }) => ({
    id: String(id),
    ...{ destination, type, state, createdAt, attempts, attemptedAt, outcome },
    title: contentSchema.parse(content).message.title,
    dueAt: state === 'pending' ? dueAt : null,
  }))
}
