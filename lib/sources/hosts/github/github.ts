import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import type { CallOptions } from '../call-options'
import { HostError, type HostRepository } from '../model'
import { type GithubCredentials, githubClient } from './client'
import { toHostError } from './host-errors'
import { repository as repositorySchema } from './schemas'

/** A GitHub that answers what a schema expects, or throws `HostError`. */
export type Github = {
  isApp: boolean
  get: <Schema extends z.ZodType>(
    schema: Schema,
    route: string,
    parameters?: Record<string, string | number>,
  ) => Promise<z.output<Schema>>
  /** All pages of a list, up to a limit. */
  list: <Schema extends z.ZodType>(schema: Schema, route: string) => Promise<z.output<Schema>>
  graphql: <Schema extends z.ZodType>(schema: Schema, query: string, variables: object) => Promise<z.output<Schema>>
  /** A repository by its id, also after a rename, or by its full name. */
  repository: (hostId: string) => Promise<HostRepository>
  /** What GraphQL calls a repository. */
  nodeId: (hostId: string) => Promise<string>
}

/** What opens it for some calls, which end when a signal is aborted. All share what is known of it. */
export function openGithub(credentials: GithubCredentials, options: CallOptions): (signal?: AbortSignal) => Github {
  const client = githubClient(credentials, options)
  const nodeIds = new Map<string, string>()
  return (signal) => {
    const read = <Schema extends z.ZodType>(schema: Schema, request: () => Promise<unknown>) =>
      readAnswer(schema, request, options, signal)
    const get: Github['get'] = (schema, route, parameters) =>
      read(schema, async () => (await client.request(`GET ${route}`, { ...parameters, request: { signal } })).data)
    const repository = async (hostId: string) => {
      const route = hostId.includes('/') ? `/repos/${hostId}` : `/repositories/${encodeURIComponent(hostId)}`
      const found = await get(repositorySchema, route)
      nodeIds.set(hostId, found.nodeId)
      return found.repository
    }
    return {
      isApp: 'appId' in credentials,
      get,
      list: (schema, route) => read(schema, () => readPages(client, route, { signal })),
      graphql: (schema, query, variables) =>
        read(schema, () => client.graphql(query, { ...variables, request: { signal } })),
      repository,
      nodeId: async (hostId) => {
        if (!nodeIds.has(hostId)) await repository(hostId)
        return nodeIds.get(hostId) ?? ''
      },
    }
  }
}

const maxTries = 3

/**
 * What a schema makes of an answer. One that does not fit, such as a page that was cut off, is requested again a few
 * times. Whatever goes wrong is thrown as `HostError`, and the reason of an aborted signal as it is.
 */
async function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  request: () => Promise<unknown>,
  { retry, secondMs }: CallOptions,
  signal: AbortSignal | undefined,
): Promise<z.output<Schema>> {
  const tries = retry ? maxTries : 1
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const answer = await request().catch((error: unknown) => {
      signal?.throwIfAborted()
      throw toHostError(error)
    })
    const result = schema.safeParse(answer)
    if (result.success) return result.data
    if (attempt < tries) await delay(attempt * secondMs)
    else throw new HostError(notUnderstood, 'later', null, { cause: result.error })
  }
  throw new HostError(notUnderstood, 'later')
}

const notUnderstood = 'GitHub sent an answer that was cut off or cannot be understood.'

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
