import { baseUrl } from '@/lib/core/base-url'

/** The address of a page of an organization: `pathOf` begins with a slash. */
export function pageUrl({ slug }: { slug: string }, pathOf: string): string {
  return `${baseUrl()}/${slug}${pathOf}`
}
