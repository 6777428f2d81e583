import type pg from 'pg'
import { readMigrations } from '@/lib/db/migrations/files'
import { type Finding, ok, wrong } from './finding'

type Missing = { name: string; available: boolean; mayCreate: boolean; migrated: boolean }

/** Migrations say that all is well also where an extension was dropped since, and its indexes with it. */
export async function checkExtensions(pool: pg.Pool): Promise<Finding> {
  const needed = await readNeeded()
  const { rows: missing } = await pool.query<Missing>(
    `SELECT name, EXISTS (SELECT FROM pg_available_extensions a WHERE a.name = needed.name) AS available,
       has_database_privilege(current_database(), 'CREATE') AS "mayCreate", to_regclass('deployments') IS NOT NULL AS migrated
     FROM unnest($1::text[]) AS needed (name)
     WHERE NOT EXISTS (SELECT FROM pg_extension WHERE extname = name) ORDER BY name`,
    [needed],
  )
  const [first] = missing
  if (!first) return ok('Extensions', needed.join(', '))
  const found = `The database lacks ${missing.map(({ name }) => name).join(' and ')}`
  const create = missing.map(({ name }) => `CREATE EXTENSION ${name};`).join(' ')
  if (missing.some(({ available }) => !available))
    return wrong('Extensions', found, `Install postgresql-contrib on its server, then run in the database: ${create}`)
  if (first.migrated)
    return wrong(
      'Extensions',
      found,
      `Run in it: ${create} Then build its indexes again: Extensions in docs/operations.md.`,
    )
  if (first.mayCreate) return ok('Extensions', 'Migrating creates them')
  return wrong('Extensions', found, `Its role may not create them. Run in it as an administrator: ${create}`)
}

async function readNeeded(): Promise<string[]> {
  const created = (await readMigrations()).flatMap(({ sql }) => [
    ...sql.matchAll(/^CREATE EXTENSION IF NOT EXISTS (\w+)/gm),
  ])
  return [...new Set(created.map(([, name = '']) => name))].sort()
}
