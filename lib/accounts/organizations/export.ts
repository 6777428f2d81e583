import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { operatorOf } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { env } from '@/lib/core/env'
import { writeNewFile } from '@/lib/db/backup/new-file'
import { inOwnTransaction } from '@/lib/db/backup/transaction'
import { db } from '@/lib/db/db'
import { version } from '@/package.json'

export type Export = { file: string; bytes: number; tables: number; rows: number }

/** Which rows of the tables without `organization_id` belong to the organization `$1`. */
const belonging: Record<string, string> = {
  organizations: 'id = $1',
  users: 'id IN (SELECT user_id FROM memberships WHERE organization_id = $1)',
}

/** Columns that let someone in, or help to: left out, as are those that are computed. */
const secretColumns: Record<string, readonly string[]> = {
  api_keys: ['token_hash'],
  host_connections: ['sealed_secrets'],
  invitations: ['token_hash'],
  notification_destinations: ['sealed_secrets'],
  oauth_grants: ['code_hash', 'code_challenge', 'access_hash', 'family_hash', 'refresh_hash'],
  organizations: ['badge_token'],
}

/** Of a person, who may be in other organizations too. */
const personColumns = ['id', 'email', 'name']

/**
 * Writes everything that belongs to an organization, as it is at one moment, to a new file that its owner alone may read:
 * gzip of one JSON object per line. The audit log says so. Others go on reading and writing meanwhile. Throws `not_found`,
 * and `conflict` when the file exists.
 */
export async function exportOrganization(
  slug: string,
  file: string,
  onProgress: (progress: { phase: string; done: number; total: number }) => void,
): Promise<Export> {
  const { id } = await findOrganization(slug)
  const rows: Record<string, number> = {}
  const bytes = await writeNewFile(file, (unfinished) =>
    inOwnTransaction(env().DATABASE_URL ?? '', async (client) => {
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
      await client.query(
        `SET LOCAL timezone = 'UTC'; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`,
      )
      const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(lines(client), createGzip(), output)
    }),
  )
  const counts = { tables: Object.keys(rows).length, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) }
  await recordAudit(db().people, operatorOf(id), { action: 'organization.exported', subject: slug, details: counts })
  return { file, bytes, ...counts }

  async function* lines(client: pg.PoolClient): AsyncGenerator<string | Buffer> {
    const tables = await readTables(client)
    const columnsOf = Object.fromEntries(tables.map(({ name, columns }) => [name, columns]))
    const head = { format: 'leadline organization 1', organization: slug, version, exportedAt: new Date() }
    yield `${JSON.stringify({ ...head, tables: columnsOf })}\n`
    for (const [done, { name, columns, where }] of tables.entries()) {
      onProgress({ phase: 'Exporting', done, total: tables.length })
      const query = `SELECT json_build_object('table', ${pg.escapeLiteral(name)}, 'row', row_to_json(r)) FROM (
        SELECT ${columns.map(pg.escapeIdentifier).join(', ')} FROM ${pg.escapeIdentifier(name)}
        WHERE ${where.replace('$1', String(id))}) AS r`
      const copy = client.query(to(`COPY (${query}) TO STDOUT ${asTheyAre}`))
      copy.on('error', () => undefined)
      yield* copy
      rows[name] = copy.rowCount ?? 0
    }
    yield `${JSON.stringify({ rows })}\n`
  }
}

/** JSON has neither of these characters, so none of it is quoted. */
const asTheyAre = `(FORMAT csv, DELIMITER E'\\x02', QUOTE E'\\x01')`

type Table = { name: string; columns: string[]; where: string }

async function readTables(client: pg.PoolClient): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    SELECT t.relname AS name, array_agg(c.attname::text ORDER BY c.attnum) AS columns
    FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
    WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition
      AND c.attgenerated = ''
    GROUP BY t.relname ORDER BY t.relname`)
  return rows.flatMap(({ name, columns }) => {
    const where = columns.includes('organization_id') ? 'organization_id = $1' : belonging[name]
    if (where === undefined) return []
    const kept = name === 'users' ? personColumns : columns.filter((column) => !secretColumns[name]?.includes(column))
    return [{ name, columns: kept, where }]
  })
}
