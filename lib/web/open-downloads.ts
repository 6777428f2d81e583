import type { Member } from '@/lib/accounts/auth/require-member'
import { AppError } from '@/lib/core/errors'

/** Each keeps the rows behind a report in memory until it has been read. */
const max = { person: 2, organization: 4 }

/** Of the process: the routes may each have this file for themselves. */
const holder = globalThis as { leadlineDownloads?: Map<string, number> }

/**
 * Counts one more open download of a member until the function that it returns is called. Throws `unavailable` with
 * `Retry-After` when the person has two open, or the organization four.
 */
export function openDownload({ organization, user }: Member): () => void {
  holder.leadlineDownloads ??= new Map()
  const open = holder.leadlineDownloads
  const keys = [`person ${user.id}`, `organization ${organization.id}`]
  const [ofPerson = 0, ofOrganization = 0] = keys.map((key) => open.get(key))
  if (ofPerson >= max.person || ofOrganization >= max.organization) throw tooMany()
  const add = (count: number) => {
    for (const key of keys) {
      const now = (open.get(key) ?? 0) + count
      if (now === 0) open.delete(key)
      else open.set(key, now)
    }
  }
  add(1)
  let closed = false
  return () => {
    if (!closed) add(-1)
    closed = true
  }
}

function tooMany(): AppError {
  const limits = `a person can have ${max.person}, an organization ${max.organization}`
  const text = `Too many downloads are open: ${limits}. Try again when one has ended.`
  return new AppError('unavailable', text, { 'Retry-After': '5' })
}
