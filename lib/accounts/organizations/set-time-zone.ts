import type { Actor } from '@/lib/accounts/actor'
import { changeSetting } from '@/lib/accounts/organizations/change-setting'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { Organization } from '@/lib/generated/prisma/client'
import { zoneNameOfToday } from '@/lib/time/zone-names'

/**
 * Sets the time zone that days and weeks are cut in: an IANA name, in any case. Throws `invalid` for anything else,
 * also for offsets such as "+02:00", and `not_found`.
 */
export async function setTimeZone(actor: Actor, timeZone: string): Promise<Organization> {
  return changeSetting(actor, 'timeZone', await requireTimeZone(timeZone))
}

/** A time zone by the name that is stored: today's, unless the database only knows an older one. Throws `invalid`. */
export async function requireTimeZone(given: string): Promise<string> {
  const known = canonicalZoneName(given)
  const { rows } = await db().people.query<{ name: string }>(
    'SELECT name FROM pg_timezone_names WHERE name = ANY ($1) ORDER BY name = $2',
    [[zoneNameOfToday(known), known], known],
  )
  if (!rows[0]) throw unknownZone()
  return rows[0].name
}

/** The IANA name of a zone that this program knows; the database may know others. Throws `invalid`. */
export function canonicalZoneName(given: string): string {
  const name = given.trim()
  try {
    // An offset names no place, and Postgres would read its sign the other way round.
    if (/^[a-z]/i.test(name)) return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {}
  throw unknownZone()
}

function unknownZone(): AppError {
  return new AppError('invalid', 'Time zone must be an IANA name, for example Europe/Berlin')
}
