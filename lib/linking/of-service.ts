import type { Link } from '@/lib/linking/rules'
import { touches } from '@/lib/linking/touches'
import type { Queryable } from '@/lib/transaction'

/** Those links whose pull request changed a file that one of the globs matches, or whose files are not known. */
export async function ofService(
  client: Queryable,
  organizationId: number,
  links: readonly Link[],
  globs: readonly string[],
): Promise<Link[]> {
  const { rows } = await client.query<{ id: number; paths: string[] }>({
    name: 'read-paths',
    text: `SELECT id, paths FROM pull_requests
      WHERE organization_id = $1 AND id = ANY ($2::int[]) AND paths_known`,
    values: [organizationId, links.map(({ pullRequestId }) => pullRequestId)],
  })
  const touchService = touches(globs)
  const elsewhere = new Set<number>()
  for (const { id, paths } of rows) if (!(await touchService(paths))) elsewhere.add(id)
  return links.filter(({ pullRequestId }) => !elsewhere.has(pullRequestId))
}
