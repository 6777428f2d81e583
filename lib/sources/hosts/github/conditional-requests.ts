import type { Octokit } from '@octokit/core'

const maxAnswers = 200
const maxBytes = 2 * 1024 * 1024

type Answer = { headers: { etag?: string; 'content-length'?: string | number }; data: unknown }

/**
 * Octokit plugin: requests what it has seen with `If-None-Match`, and takes its own copy when nothing has changed.
 * Keeps 2 MiB.
 */
export function conditionalRequests(octokit: Octokit): object {
  const answers = new Map<string, Awaited<ReturnType<typeof octokit.request>>>()
  octokit.hook.wrap('request', async (request, options) => {
    if (options.method !== 'GET') return request(options)
    const { url } = octokit.request.endpoint(options)
    const known = answers.get(url)
    if (known?.headers.etag) options.headers['if-none-match'] = known.headers.etag
    try {
      const answer = await request(options)
      keep(answers, url, answer)
      return answer
    } catch (error) {
      if (known && error instanceof Error && 'status' in error && error.status === 304) return known
      throw error
    }
  })
  return {}
}

function keep<Kept extends Answer>(answers: Map<string, Kept>, url: string, answer: Kept): void {
  // A string is JSON that was cut off.
  if (!answer.headers.etag || typeof answer.data === 'string') return
  answers.delete(url)
  answers.set(url, answer)
  let bytes = [...answers.values()].reduce((sum, kept) => sum + bytesOf(kept), 0)
  for (const [oldest, kept] of answers) {
    if (answers.size <= maxAnswers && bytes <= maxBytes) break
    answers.delete(oldest)
    bytes -= bytesOf(kept)
  }
}

function bytesOf({ headers }: Answer): number {
  return Number(headers['content-length'])
}
