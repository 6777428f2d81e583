import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Migration = { name: string; sql: string }

const prismaDirectory = fileURLToPath(new URL('../../prisma', import.meta.url))

export const migrationsDirectory = join(prismaDirectory, 'migrations')

/** The migrations of this checkout, oldest first. */
export async function readMigrations(): Promise<Migration[]> {
  const names = await migrationNames()
  return Promise.all(
    names.map(async (name) => ({
      name,
      sql: await readFile(join(migrationsDirectory, name, 'migration.sql'), 'utf8'),
    })),
  )
}

/** The names of the migrations of this checkout, oldest first. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(migrationsDirectory, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

export async function readSchema(): Promise<string> {
  return readFile(join(prismaDirectory, 'schema.prisma'), 'utf8')
}
