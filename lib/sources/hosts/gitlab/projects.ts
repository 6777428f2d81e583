import { z } from 'zod'
import type { HostPage, HostRepository } from '@/lib/sources/hosts/model'
import { addressField, lineField, nameField } from '../host-fields'
import type { GitlabClient } from './client'

/** A project, in an answer as well as in an event. */
export const projectSchema = z
  .object({
    id: z.int().positive(),
    path_with_namespace: nameField,
    default_branch: lineField.nullish(),
    web_url: addressField,
  })
  .transform(
    (project): HostRepository => ({
      hostId: String(project.id),
      fullName: project.path_with_namespace,
      defaultBranch: project.default_branch || null,
      webUrl: project.web_url,
    }),
  )

const perPage = 100

const firstPage = {
  membership: 'true',
  simple: 'true',
  pagination: 'keyset',
  order_by: 'id',
  sort: 'asc',
  per_page: String(perPage),
}

/** Projects that the owner of the token is a member of, a hundred at a time. */
export async function readProjects(client: GitlabClient, from: string | null): Promise<HostPage<HostRepository>> {
  const { body, next, total } = await client.get('projects', from ?? firstPage, z.array(projectSchema).max(perPage))
  return { items: body, next, total }
}

/** One project by its id. */
export async function readProject(client: GitlabClient, hostId: string): Promise<HostRepository> {
  const { body } = await client.get(projectPath(hostId), {}, projectSchema)
  return body
}

export function projectPath(hostId: string): string {
  return `projects/${encodeURIComponent(hostId)}`
}
