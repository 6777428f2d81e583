import pg from 'pg'
import { migrationNames } from './files'

const undefinedTable = '42P01'

/** The names of the migrations that the database lacks, oldest first, by one query and without loading the engine. */
export async function pendingMigrations(databaseUrl: string): Promise<string[]> {
  const applied = await appliedMigrations(databaseUrl)
  const names = await migrationNames()
  return names.filter((name) => !applied.has(name))
}

async function appliedMigrations(databaseUrl: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    )
    return new Set(rows.map((row) => row.name))
  } catch (error) {
    if ((error as { code?: string }).code === undefinedTable) return new Set()
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
