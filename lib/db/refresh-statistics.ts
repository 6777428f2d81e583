import type { Pool, PoolClient } from 'pg'
import { log } from '@/lib/core/log'
import { createOutageLog } from '@/lib/core/outage-log'
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

/** The planner compares each with each where it takes them for one: for so many that costs a tenth of a second. */
const manyRows = 1_000

/**
 * `known` are the organizations whose rows are all there are, as the planner sees it: it expects one row of another.
 * Empty tables are better left without: the planner expects hundreds of rows then. For what is held alone, no one waits
 * here.
 */
const findTables = `
  WITH free AS MATERIALIZED (
    SELECT oid, relname, relnamespace, reltuples, relpages FROM pg_class c
    WHERE oid = ANY ($1::regclass[]) AND NOT EXISTS (
      SELECT FROM pg_locks WHERE relation = c.oid AND mode = 'AccessExclusiveLock' AND database = (
        SELECT oid FROM pg_database WHERE datname = current_database()))
  )
  SELECT c.relname AS name, (c.reltuples < 0
      OR pg_relation_size(c.oid) / current_setting('block_size')::int - c.relpages > least(c.relpages / 10, ${manyPages})
    ) AS grown,
    CASE WHEN s.n_distinct = cardinality(s.most_common_vals::text::int[]) THEN s.most_common_vals::text::int[] END AS known
  FROM free c JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_stats s ON s.schemaname = n.nspname AND s.tablename = c.relname AND s.attname = 'organization_id'
  WHERE pg_relation_size(c.oid) > 0 ORDER BY c.relname`

const findUnknown = (table: string) => `
  SELECT FROM organizations o WHERE o.id <> ALL ($1) AND EXISTS (
    SELECT FROM ${table} t WHERE t.organization_id = o.id OFFSET ${manyRows - 1} LIMIT 1)
  LIMIT 1`

const planner = createOutageLog({
  log,
  down: 'no statistics for the query planner',
  up: 'statistics for the query planner again',
})

/**
 * Gives the planner statistics of those of the tables that have grown by a tenth, or by much, since it last had some,
 * or by many rows of an organization that it does not know. Plans that connections keep of these tables, such as those
 * made while they were empty, are made again. Never throws: without statistics statements are slow until autovacuum has
 * been there, and nothing else is wrong.
 */
export async function refreshStatistics(pool: Pool, tables: readonly Table[]): Promise<void> {
  const analyzed = withConnection(pool, never, (client) => analyzeChanged(client, tables))
  await analyzed.then(planner.succeeded, planner.failed)
}

async function analyzeChanged(client: PoolClient, tables: readonly Table[]): Promise<void> {
  const changed = await findChanged(client, tables)
  if (changed.length === 0) return
  // A role that owns no tables is told so, table by table, and nothing fails.
  const refusals: string[] = []
  const onNotice = ({ message = '' }) => void (skipped.test(message) || refusals.push(message))
  client.on('notice', onNotice)
  try {
    await client.query(`ANALYZE (SKIP_LOCKED) ${changed.join(', ')}`)
  } finally {
    client.off('notice', onNotice)
  }
  if (refusals.length > 0) throw new Error(refusals.join('\n'))
}

/** Another session analyzes or vacuums it, or changes it. */
const skipped = /lock not available/

type Found = { name: string; grown: boolean; known: number[] | null }

async function findChanged(client: PoolClient, tables: readonly Table[]): Promise<string[]> {
  const changed: string[] = []
  for (const { name, grown, known } of (await client.query<Found>(findTables, [tables])).rows)
    if (grown || (known && (await client.query(findUnknown(name), [known])).rowCount)) changed.push(name)
  return changed
}
