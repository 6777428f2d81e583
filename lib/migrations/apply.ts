import { AppError } from '@/lib/errors'
import { filters, migrationList, openEngine } from './engine'
import { readMigrations } from './files'
import { pendingMigrations } from './pending'

/**
 * Brings the database up to date and returns the names of the migrations that this call applied. Each is applied and
 * recorded in `_prisma_migrations` in one transaction, so a failure or a crash leaves nothing half done. Processes that
 * call this at once take turns on the lock that `prisma migrate deploy` takes.
 */
export async function applyMigrations(databaseUrl: string): Promise<string[]> {
  const pending = await pendingMigrations(databaseUrl)
  if (pending.length === 0) return []
  const migrations = await readMigrations()
  const { engine, connection, reasonOf, close } = await openEngine(databaseUrl)
  const applied: string[] = []
  let current = ''
  try {
    for (const name of pending) {
      current = name
      const upToHere = migrations.slice(0, migrations.findIndex((migration) => migration.name === name) + 1)
      await connection.query('BEGIN')
      const result = await engine.applyMigrations({ migrationsList: migrationList(upToHere), filters })
      await connection.query('COMMIT')
      applied.push(...result.appliedMigrationNames)
    }
    return applied
  } catch (error) {
    throw new AppError(
      'internal',
      `Migration ${current} failed and was undone: ${reasonOf(error)}`,
      {},
      { cause: error },
    )
  } finally {
    await close()
  }
}
