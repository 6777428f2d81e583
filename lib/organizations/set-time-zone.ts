import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import type { Organization } from '@/lib/generated/prisma/client'
import { changeSetting } from '@/lib/organizations/change-setting'

/**
 * Sets the time zone that days and weeks are cut in: an IANA name, in any case. Throws `invalid` for anything else,
 * also for offsets such as "+02:00", and `not_found`. `userId` is who does it, null for
 * the command line.
 */
export async function setTimeZone(
  organizationId: number,
  timeZone: string,
  userId: number | null = null,
): Promise<Organization> {
  const name = canonicalName(timeZone.trim())
  await requireKnownToDatabase(name)
  return changeSetting(organizationId, 'timeZone', name, userId)
}

function canonicalName(name: string): string {
  try {
    // An offset names no place, and Postgres would read its sign the other way round.
    if (/^[a-z]/i.test(name)) return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {}
  throw unknownZone()
}

/** Its list may be older than that of Node. */
async function requireKnownToDatabase(name: string): Promise<void> {
  const { rowCount } = await db().people.query('SELECT FROM pg_timezone_names WHERE name = $1', [name])
  if (rowCount === 0) throw unknownZone()
}

function unknownZone(): AppError {
  return new AppError('invalid', 'Time zone must be an IANA name, for example Europe/Berlin')
}
