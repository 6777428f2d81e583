import { findOrganization } from '@/lib/accounts/organizations/find'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'

/** What anyone and anything comes in by. */
const access = ['api_keys', 'invitations', 'memberships', 'host_connections', 'notification_destinations']

/** What there may be very much of, so that a link goes with its pull request and not the other way round. */
const large = ['pull_requests', 'deployments', 'commits', 'annotated_tags', 'webhook_requests', 'audit_entries']

const rowsAtOnce = 500

export type Deletion = { slug: string; name: string; rows: number }

/**
 * Deletes an organization with everything that belongs to it, for ever; accounts of its members stay. Access ends
 * first, then rows go a few at a time, so that others are not held up. Where it is interrupted, the same again finishes
 * it. `onProgress` is told how many rows of the largest tables are gone, of how many. Throws `not_found`, and `invalid`
 * unless `confirmation` is the slug.
 */
export async function deleteOrganization(
  slug: string,
  confirmation: string,
  onProgress: (progress: { phase: string; done: number; total: number }) => void,
): Promise<Deletion> {
  const { id, name } = await findOrganization(slug)
  if (confirmation !== slug) throw new AppError('invalid', `Repeat ${slug} to delete it. Nothing was deleted.`)
  const { people } = db()
  await inTransaction(people, never, async (client) => {
    // On a cluster no foreign key does it, as it has the organization in it.
    await client.query('UPDATE repositories SET connection_id = NULL WHERE organization_id = $1', [id])
    for (const table of access) await client.query(`DELETE FROM ${table} WHERE organization_id = $1`, [id])
  })
  const total = await countRows(id)
  let done = 0
  for (const table of large) {
    for (let deleted = rowsAtOnce; deleted === rowsAtOnce; done += deleted) {
      onProgress({ phase: table.replace('_', ' '), done, total })
      const { rowCount } = await people.query(
        `DELETE FROM ${table} WHERE organization_id = $1 AND ctid = ANY (ARRAY(
           SELECT ctid FROM ${table} WHERE organization_id = $1 LIMIT ${rowsAtOnce}))`,
        [id],
      )
      deleted = rowCount ?? 0
    }
  }
  await people.query('DELETE FROM organizations WHERE id = $1', [id])
  return { slug, name, rows: done }
}

async function countRows(organizationId: number): Promise<number> {
  const counts = large.map((table) => `SELECT count(*) AS rows FROM ${table} WHERE organization_id = $1`)
  const { rows } = await db().people.query<{ total: number }>(
    `SELECT sum(rows)::int AS total FROM (${counts.join(' UNION ALL ')}) AS counted`,
    [organizationId],
  )
  return rows[0]?.total ?? 0
}
