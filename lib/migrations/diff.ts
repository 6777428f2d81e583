import { AppError } from '@/lib/errors'
import { filters, migrationList, openEngine } from './engine'
import { type Migration, readMigrations, readSchema } from './files'
import { withThrowAwayDatabase } from './throw-away-database'

/**
 * The SQL that leads from the state after all migrations to `schema.prisma`; empty when they agree. Replays the
 * migrations in a throw-away database on the server of `serverUrl`, whose account must be allowed to create one.
 */
export async function diffMigrations(serverUrl: string): Promise<string> {
  const [migrations, schema] = await Promise.all([readMigrations(), readSchema()])
  return withThrowAwayDatabase(serverUrl, (url) => diffOn(url, migrations, schema))
}

async function diffOn(databaseUrl: string, migrations: Migration[], schema: string): Promise<string> {
  const { engine, reasonOf, close } = await openEngine(databaseUrl)
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrationList(migrations) },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
      script: true,
      exitCode: null,
      filters,
    })
    const sql = stdout?.trim() ?? ''
    return sql === '-- This is an empty migration.' ? '' : `${sql}\n`
  } catch (error) {
    throw new AppError('internal', `The migrations cannot be replayed: ${reasonOf(error)}`, {}, { cause: error })
  } finally {
    await close()
  }
}
