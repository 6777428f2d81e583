import { z } from 'zod'
import { HostError } from '@/lib/hosts/model'
import type { Patience } from '@/lib/hosts/patience'
import { type OutgoingRequest, outgoingClient } from '@/lib/outgoing/client'
import { trimEnd } from '@/lib/trim-end'
import { requestJson } from './request-json'

/** Address of a GitLab (`https://gitlab.com`, `https://example.com/gitlab`) and a token with the scope `read_api`. */
export type GitlabAccess = { baseUrl: string; token: string }

/** What an answer holds; `next` is the query of the next page, and `total` counts the items of all pages. */
export type GitlabAnswer<Body> = { body: Body; next: string | null; total: number | null }

export type GitlabClient = {
  /** Asks the REST API for `path`, relative to `/api/v4/`; a query is one of ours or a `next`. */
  get<Schema extends z.ZodType>(
    path: string,
    query: Record<string, string> | string,
    schema: Schema,
  ): Promise<GitlabAnswer<z.output<Schema>>>
  /** Asks the GraphQL API. Where it could not answer all of the question, there are errors, and maybe no data. */
  query<Schema extends z.ZodType>(
    document: string,
    variables: Record<string, unknown>,
    schema: Schema,
  ): Promise<{ data: z.output<Schema> | null; hasErrors: boolean }>
}

const graphqlSchema = z.object({ data: z.unknown().optional(), errors: z.array(z.unknown()).nullish() })

/** Speaks with one GitLab. Every answer is checked; throws `HostError`, whose text never holds the token. */
export function gitlabClient({ baseUrl, token }: GitlabAccess, patience: Patience): GitlabClient {
  const root = `${trimEnd(baseUrl, '/')}/`
  const { host, origin } = new URL(root)
  const call = outgoingClient({ origin, timeoutMs: patience.answerWithinMs })
  const send = (url: URL, request: OutgoingRequest) => {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}`, ...request.headers }
    if (/[^\x21-\x7e]/.test(token))
      throw new HostError('The token holds characters that no token of GitLab has.', 'access')
    return requestJson(call, url, { ...request, headers }, patience)
  }
  return {
    get: async (path, query, schema) => {
      const url = new URL(`api/v4/${path}`, root)
      url.search = String(new URLSearchParams(query))
      const { body, headers } = await send(url, {})
      const total = headers.get('x-total')
      return { body: check(host, schema, body), next: readNext(headers), total: total ? Number(total) : null }
    },
    query: async (document, variables, schema) => {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: document, variables }),
      }
      const { body } = await send(new URL('api/graphql', root), init)
      const { data, errors } = check(host, graphqlSchema, body)
      if (errors?.length) return { data: schema.safeParse(data).data ?? null, hasErrors: true }
      return { data: check(host, schema, data), hasErrors: false }
    },
  }
}

function check<Schema extends z.ZodType>(host: string, schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const where = result.error.issues[0]?.path.join('.') || 'the whole of it'
  throw new HostError(
    `${host} sent an answer that Leadline cannot read (${where}). Check that the address is that of a GitLab.`,
    'access',
  )
}

/** Only the query of the link counts: behind a proxy, GitLab may not know its own address. */
function readNext(headers: Headers): string | null {
  const link = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1]
  return link && URL.canParse(link) ? new URL(link).search.slice(1) : null
}
