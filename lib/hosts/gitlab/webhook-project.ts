import { z } from 'zod'
import type { HostRepository } from '../model'
import { addressField } from '../webhook-fields'

/** The project of an event. */
export const eventProject = z
  .object({
    id: z.int().positive(),
    path_with_namespace: z.string().min(1),
    default_branch: z.string().nullish(),
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
