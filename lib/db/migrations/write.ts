import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@/lib/core/errors'
import { diffMigrations } from './diff'
import { migrationsDirectory } from './files'

/**
 * Writes the migration that brings the database from the last migration to `schema.prisma` and returns its path and
 * SQL; undefined, and nothing written, when they agree.
 */
export async function writeMigration(
  serverUrl: string,
  name: string,
): Promise<{ path: string; sql: string } | undefined> {
  if (!/^[a-z][a-z0-9_]{0,99}$/.test(name)) {
    throw new AppError('invalid', `"${name}" is no name for a migration: use a-z, 0-9 and _, as in add_team.`)
  }
  const sql = await diffMigrations(serverUrl)
  if (sql === '') return undefined
  const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const path = join(migrationsDirectory, `${timestamp}_${name}`, 'migration.sql')
  await mkdir(join(path, '..'))
  await writeFile(path, sql)
  return { path, sql }
}
