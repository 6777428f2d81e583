import type { Pool, PoolClient } from 'pg'
import { log } from '@/lib/core/log'
import { never, withConnection } from './transaction'

/** What an import fills, and what linking its deployments fills. */
export const importedTables = ['commits', 'annotated_tags', 'pull_requests', 'link_changes'] as const
export const linkedTables = [
  'deployments',
  'deployment_pull_requests',
  'deployment_commits',
  'deliveries',
  'first_deployments',
] as const

type Table = (typeof importedTables | typeof linkedTables)[number]

/** In pages of 8 KiB: some 20,000 commits. */
const manyPages = 500

const findGrown = `
  SELECT relname AS name FROM pg_class WHERE oid = ANY ($1::regclass[]) AND (reltuples < 0
    OR pg_relation_size(oid) / current_setting('block_size')::int - relpages > least(relpages / 10, ${manyPages}))
  ORDER BY relname`

/**
 * Gives the planner statistics of those of the tables that have grown by a tenth, or by much, since it last had some. Plans that
 * connections keep of these tables, such as those made while they were empty, are made again. Never throws: without
 * statistics statements are slow until autovacuum has been there, and nothing else is wrong.
 */
export async function refreshStatistics(pool: Pool, tables: readonly Table[]): Promise<void> {
  await withConnection(pool, never, (client) => analyzeGrown(client, tables)).catch((error: unknown) => {
    log.warn('no statistics for the query planner', { tables, error })
  })
}

async function analyzeGrown(client: PoolClient, tables: readonly Table[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(findGrown, [tables])
  if (rows.length === 0) return
  // A role that owns no tables is told so, table by table, and nothing fails.
  const onNotice = ({ message }: { message?: string }) =>
    log.warn('no statistics for the query planner', { reason: message })
  client.on('notice', onNotice)
  try {
    await client.query(`ANALYZE ${rows.map(({ name }) => name).join(', ')}`)
  } finally {
    client.off('notice', onNotice)
  }
}
