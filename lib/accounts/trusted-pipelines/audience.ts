import { baseUrl } from '@/lib/core/base-url'

/** What a token of a pipeline has to be meant for: one organization of this installation. */
export function audienceOf(slug: string): string {
  return `${baseUrl()}/${slug}`
}

/** The organization in an audience; null for that of another service. */
export function slugOf(audience: string): string | null {
  const start = audienceOf('')
  const slug = audience.startsWith(start) ? audience.slice(start.length) : ''
  return /^[a-z0-9-]{1,63}$/.test(slug) ? slug : null
}
