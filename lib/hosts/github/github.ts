import type { z } from 'zod'
import type { HostRepository } from '../model'
import type { Patience } from '../patience'
import { ask } from './ask'
import { type GithubCredentials, githubClient } from './client'
import { readPages } from './read-pages'
import { repository as repositorySchema } from './schemas'

/** A GitHub that answers what a schema expects, or throws `HostError`. */
export type Github = {
  isApp: boolean
  installationId: string | null
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

export function openGithub(credentials: GithubCredentials, patience: Patience): Github {
  const client = githubClient(credentials, patience)
  const nodeIds = new Map<string, string>()
  const get: Github['get'] = (schema, route, parameters) =>
    ask(schema, async () => (await client.request(`GET ${route}`, parameters)).data, patience)
  const repository = async (hostId: string) => {
    const route = hostId.includes('/') ? `/repos/${hostId}` : `/repositories/${encodeURIComponent(hostId)}`
    const read = await get(repositorySchema, route)
    nodeIds.set(hostId, read.nodeId)
    return read.repository
  }
  return {
    isApp: 'appId' in credentials,
    installationId: 'appId' in credentials ? credentials.installationId : null,
    get,
    list: (schema, route) => ask(schema, () => readPages(client, route), patience),
    graphql: (schema, query, variables) => ask(schema, () => client.graphql(query, { ...variables }), patience),
    repository,
    nodeId: async (hostId) => {
      if (!nodeIds.has(hostId)) await repository(hostId)
      return nodeIds.get(hostId) ?? ''
    },
  }
}
