import { z } from 'zod'
import { addressField, commitDateOf, lineField, nameField, storableTime } from '../host-fields'

export const commitDate = z.string().transform((text) => commitDateOf(new Date(text)))

export const date = storableTime(z.iso.datetime({ offset: true }).transform((text) => new Date(text)))

export const sha = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{40}$/)

export const repository = z
  .object({
    id: z.union([z.int(), z.bigint()]).transform(String),
    node_id: nameField,
    full_name: nameField.regex(/^[^/\s]+\/[^/\s]+$/),
    default_branch: lineField.nullish(),
    html_url: addressField,
  })
  .transform(({ node_id, full_name, default_branch, html_url, id }) => ({
    nodeId: node_id,
    repository: { hostId: id, fullName: full_name, defaultBranch: default_branch ?? null, webUrl: html_url },
  }))

export const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: lineField.nullable() })

/** Where the next page starts; null at the end. */
export function nextOf({ hasNextPage, endCursor }: z.output<typeof pageInfo>): string | null {
  return hasNextPage ? endCursor : null
}
