import { HostError } from '../model'
import type { githubClient } from './client'

const maxBytes = 32 * 1024 * 1024
const perPage = 100

/** The items of all pages of a list. `HostError` for one that is longer than any that a repository has reason to have. */
export async function readPages(
  client: ReturnType<typeof githubClient>,
  route: string,
  { maxPages = 1_000, signal }: { maxPages?: number; signal?: AbortSignal } = {},
): Promise<unknown[]> {
  const items: unknown[] = []
  let [pages, bytes] = [0, 0]
  // As a parameter, the signal would not reach a request.
  const request = client.request.defaults({ url: `${route}?per_page=${perPage}`, request: { signal } })
  for await (const { data, headers } of client.paginate.iterator(request)) {
    if (data.length > perPage) throw new HostError('GitHub sent a longer page than requested.', 'later')
    pages += 1
    bytes += Number(headers['content-length'])
    if (pages > maxPages || bytes > maxBytes) throw tooLong(route, maxPages)
    for (const item of data) items.push(item)
  }
  return items
}

function tooLong(route: string, maxPages: number): HostError {
  const noun = route.split('/').at(-1)
  const max = (maxPages * perPage).toLocaleString('en')
  const text = `GitHub lists more ${noun} than Leadline reads: at most ${max}, of 32 MiB in all. Delete old ones.`
  return new HostError(text, 'access')
}
