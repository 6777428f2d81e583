import type { Actor } from '@/lib/accounts/actor'
import { changeSetting } from '@/lib/accounts/organizations/change-setting'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { Organization } from '@/lib/generated/prisma/client'

/**
 * Sets the time zone that days and weeks are cut in: an IANA name, in any case. Throws `invalid` for anything else,
 * also for offsets such as "+02:00", and `not_found`.
 */
export async function setTimeZone(actor: Actor, timeZone: string): Promise<Organization> {
  const name = canonicalName(timeZone.trim())
  await requireKnownToDatabase(name)
  return changeSetting(actor, 'timeZone', name)
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
