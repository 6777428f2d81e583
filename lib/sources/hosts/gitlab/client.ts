import { z } from 'zod'
import { parseUrl } from '@/lib/core/parse-url'
import { trimEnd } from '@/lib/core/trim-end'
import { type OutgoingRequest, outgoingClient } from '@/lib/http/outgoing/client'
import type { CallOptions } from '@/lib/sources/hosts/call-options'
import { countField } from '@/lib/sources/hosts/host-fields'
import { HostError } from '@/lib/sources/hosts/model'
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

/**
 * What speaks with one GitLab until a signal is aborted. Every answer is checked; throws `HostError`, whose text never
 * holds the token, and the reason of the signal.
 */
export function gitlabClient(
  { baseUrl, token }: GitlabAccess,
  options: CallOptions,
): (signal?: AbortSignal) => GitlabClient {
  const root = `${trimEnd(baseUrl, '/')}/`
  const { host, origin } = new URL(root)
  const call = outgoingClient({ origin, timeoutMs: options.timeoutMs, rest: options.rest, owner: options.owner })
  const send = (url: URL, request: OutgoingRequest) => {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}`, ...request.headers }
    if (/[^\x21-\x7e]/.test(token))
      throw new HostError('The token holds characters that no token of GitLab has.', 'access')
    return requestJson(call, url, { ...request, headers }, options)
  }
  return (signal) => ({
    get: async (path, query, schema) => {
      const url = new URL(`api/v4/${path}`, root)
      url.search = String(new URLSearchParams(query))
      const { body, headers } = await send(url, { signal })
      const total = countField.safeParse(Number(headers.get('x-total') || undefined)).data ?? null
      return { body: check(host, schema, body), next: readNext(host, headers), total }
    },
    query: async (document, variables, schema) => {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: document, variables }),
        signal,
      }
      const { body } = await send(new URL('api/graphql', root), init)
      const { data, errors } = check(host, graphqlSchema, body)
      if (errors?.length) return { data: schema.safeParse(data).data ?? null, hasErrors: true }
      return { data: check(host, schema, data), hasErrors: false }
    },
  })
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

/** GitLab names up to four pages, each with the whole query of the first one. */
const maxLinkLength = 4_000

/** Only the query of the link counts: behind a proxy, GitLab may not know its own address. */
function readNext(host: string, headers: Headers): string | null {
  const header = headers.get('link') ?? ''
  if (header.length > maxLinkLength) throw new HostError(`${host} sent an answer whose links are too long.`, 'access')
  for (const link of header.split('<')) {
    const [address = '', parameters = ''] = link.split('>', 2)
    const [, relation = ''] = parameters.split(/[;,]/, 2)
    const isNext = relation.replaceAll('"', '').trim() === 'rel=next'
    const url = isNext ? parseUrl(address) : null
    if (url) return url.search.slice(1)
  }
  return null
}
