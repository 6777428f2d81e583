import { noteMember } from '@/lib/accounts/members/crowd-of-person'
import { log } from '@/lib/core/log'
import { hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'
import { promptQuery } from '@/lib/db/prompt-query'

export type SessionUser = { id: number; email: string; name: string | null }

export type OpenSession = {
  sessionId: number
  /** When the person last proved who they are. */
  signedInAt: Date
  user: SessionUser
}

type Row = {
  sessionId: number
  signedInAt: Date
  lastSeenAt: Date
  userId: number
  email: string
  name: string | null
  organizationId: number
}

const seenMs = 5 * 60 * 1000

/**
 * The session with this token and its user; null for one that is unknown, was ended, or has expired. Notes that it was
 * used, without making anyone wait for it.
 */
export async function findSession(token: string): Promise<OpenSession | null> {
  const [row] = await promptQuery<Row>(
    `SELECT s.id AS "sessionId", s.signed_in_at AS "signedInAt", s.last_seen_at AS "lastSeenAt",
      u.id AS "userId", u.email, u.name,
      coalesce((SELECT min(m.organization_id) FROM memberships m WHERE m.user_id = u.id), 0) AS "organizationId"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = $1 AND s.expires_at > now()`,
    [hashToken(token)],
  )
  if (!row) return null
  const { sessionId, signedInAt, lastSeenAt, userId: id, email, name, organizationId } = row
  noteMember(id, organizationId)
  if (Date.now() - lastSeenAt.getTime() > seenMs) noteSeen(sessionId)
  return { sessionId, signedInAt, user: { id, email, name } }
}

function noteSeen(id: number): void {
  const lastSeenAt = new Date()
  db()
    .prisma.session.updateMany({ where: { id, lastSeenAt: { lt: lastSeenAt } }, data: { lastSeenAt } })
    .catch((error: unknown) => log.warn('use of a session not noted', { error }))
}
