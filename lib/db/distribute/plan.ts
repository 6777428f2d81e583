import type { Queryable } from '@/lib/db/transaction'
import { localTables, referenceTables, spreadBy } from './tables'

/** Settings of the transaction that spreads the tables. */
const settings = [
  // Triggers read and write rows of the organization alone, which lie on the server that they run on.
  'SET LOCAL citus.enable_unsafe_triggers = on',
  "SET LOCAL citus.multi_shard_modify_mode = 'sequential'",
]

/** What every session needs, on every server: a trigger runs where the row is. */
export const databaseSettings = {
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
  // What a transaction does on several servers, such as to start a trial, is refused after something in parallel.
  'citus.multi_shard_modify_mode': 'sequential',
} as const

/** What is unique by a secret alone, which is random: nothing is lost by the organization in it. */
const secretKeys = [
  'DROP INDEX api_keys_token_hash_key',
  `CREATE UNIQUE INDEX api_keys_token_hash_key ON api_keys (token_hash, ${spreadBy})`,
]

/** In place of recursion, which Citus does not send to all servers. */
const functions = [
  `CREATE OR REPLACE FUNCTION first_marks() RETURNS TABLE (organization_id INTEGER, not_before TIMESTAMPTZ)
     LANGUAGE plpgsql STABLE AS $$
   BEGIN
     RETURN QUERY SELECT p.organization_id, min(p.not_before) FROM pending_links p GROUP BY p.organization_id;
   END $$`,
]

type Table = { name: string }
type Trigger = { name: string; table: string; definition: string }
type ForeignKey = {
  name: string
  table: string
  definition: string
  columns: string[]
  target: string
  targetColumns: string[]
  /** Columns that become null where the row that they name is deleted; null for other keys. */
  cleared: string[] | null
}

const findTables = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> ALL ($1::text[])
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
  ORDER BY name`

const findTriggers = `
  SELECT t.tgname AS name, t.tgrelid::regclass::text AS table, pg_get_triggerdef(t.oid) AS definition
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal ORDER BY 2, 1`

const columnsOf = (relation: string, columns: string) => `ARRAY(
    SELECT quote_ident(a.attname) FROM unnest(${columns}) WITH ORDINALITY AS in_key (attnum, place)
    JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = in_key.attnum ORDER BY in_key.place)`

const findForeignKeys = `
  SELECT k.conname AS name, k.conrelid::regclass::text AS table, pg_get_constraintdef(k.oid) AS definition,
    ${columnsOf('k.conrelid', 'k.conkey')} AS columns, k.confrelid::regclass::text AS target,
    ${columnsOf('k.confrelid', 'k.confkey')} AS "targetColumns",
    CASE WHEN k.confdeltype = 'n' THEN ${columnsOf('k.conrelid', 'coalesce(k.confdelsetcols, k.conkey)')} END AS cleared
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND k.contype = 'f' ORDER BY 2, 1`

const findEnums = `
  SELECT t.oid::regtype::text AS name FROM pg_type t
  WHERE t.typnamespace = current_schema()::regnamespace AND t.typtype = 'e'
    AND NOT EXISTS (SELECT FROM pg_cast WHERE castsource = t.oid AND casttarget = 'text'::regtype) ORDER BY 1`

/** Those that triggers call: Citus finds what a table depends on, and what runs as a trigger. */
const findFunctions = `
  SELECT p.oid::regprocedure::text AS name FROM pg_proc p
  WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f' AND p.prorettype = 'void'::regtype
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')
  ORDER BY 1`

/** The statements that spread the tables, in their order, as the database is now. */
export async function planDistribution(client: Queryable): Promise<string[]> {
  const { rows: tables } = await client.query<Table>(findTables, [localTables])
  const { rows: triggers } = await client.query<Trigger>(findTriggers)
  const { rows: foreignKeys } = await client.query<ForeignKey>(findForeignKeys)
  const { rows: enums } = await client.query<Table>(findEnums)
  const { rows: called } = await client.query<Table>(findFunctions)
  const reference = new Set<string>(referenceTables)
  const spread = tables.map(({ name }) => name).filter((name) => !reference.has(name))
  const isSpread = new Set(spread)
  const clearing = foreignKeys.filter(({ table, columns, cleared }) => {
    return cleared !== null && isSpread.has(table) && columns.includes(spreadBy)
  })
  return [
    ...settings,
    ...triggers.map(({ name, table }) => `DROP TRIGGER ${name} ON ${table}`),
    ...foreignKeys.map(({ name, table }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
    ...secretKeys,
    ...enums.flatMap(({ name }) => castToText(name)),
    ...referenceTables.map((name) => `SELECT create_reference_table('${name}')`),
    ...spread.map((name, index) => {
      const first = index === 0 ? 'none' : spread[0]
      return `SELECT create_distributed_table('${name}', '${spreadBy}', colocate_with => '${first}')`
    }),
    ...[...referenceTables, ...spread].map((name) => `SELECT truncate_local_data_after_distributing_table('${name}')`),
    ...foreignKeys.map((key) => addForeignKey(key, clearing.includes(key))),
    ...called.map(({ name }) => `SELECT create_distributed_function('${name}')`),
    ...triggers.map(({ definition }) => definition),
    ...functions,
    ...clearing.filter(({ target }) => isSpread.has(target)).flatMap(clearBefore),
  ]
}

/** Prisma returns what is written as text, and Citus refuses what is not immutable there. */
function castToText(name: string): string[] {
  const signature = `${name}_as_text(${name})`
  return [
    `CREATE FUNCTION ${signature} RETURNS TEXT LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS 'BEGIN RETURN $1; END'`,
    `CREATE CAST (${name} AS TEXT) WITH FUNCTION ${signature}`,
  ]
}

/** Ids never change, and Citus has no `ON UPDATE CASCADE` for what tables are spread by, nor `SET NULL` next to it. */
function addForeignKey({ name, table, definition }: ForeignKey, clears: boolean): string {
  const kept = definition.replace(' ON UPDATE CASCADE', '')
  return `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${clears ? kept.replace(/ ON DELETE SET NULL( \(.*\))?/, '') : kept}`
}

/** What `ON DELETE SET NULL` does. */
function clearBefore({ name, table, columns, target, targetColumns, cleared }: ForeignKey): string[] {
  const verb = `clear_${name}`.replace(/_fkey$/, '')
  const matches = columns.map((column, index) => `${column} = OLD.${targetColumns[index]}`).join(' AND ')
  const nulls = cleared?.map((column) => `${column} = NULL`).join(', ')
  return [
    `CREATE FUNCTION ${verb}() RETURNS TRIGGER LANGUAGE plpgsql AS $$
     BEGIN UPDATE ${table} SET ${nulls} WHERE ${matches}; RETURN OLD; END $$`,
    `CREATE TRIGGER ${verb} BEFORE DELETE ON ${target} FOR EACH ROW EXECUTE FUNCTION ${verb}()`,
  ]
}
