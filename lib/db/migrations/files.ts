import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A migration: the name of its folder, and what its file holds. */
export type Migration = { name: string; sql: string }

const prismaDirectory = fileURLToPath(new URL('../../../prisma', import.meta.url))

export const migrationsDirectory = join(prismaDirectory, 'migrations')

/** The migrations of this checkout, oldest first. */
export async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(migrationsDirectory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      sql: await readFile(join(migrationsDirectory, name, 'migration.sql'), 'utf8'),
    })),
  )
}

/** As Prisma records it: SHA-256 of the file, hexadecimal. */
export function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex')
}

export async function readSchema(): Promise<string> {
  return readFile(join(prismaDirectory, 'schema.prisma'), 'utf8')
}
