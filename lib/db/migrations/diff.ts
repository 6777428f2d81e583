import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type pg from 'pg'
import { applyMigrations } from './apply'
import { connectTo } from './connect'
import { readSchema } from './files'
import { withThrowAwayDatabase } from './throw-away-database'

/**
 * The SQL that leads from the state after all migrations to `schema.prisma`; empty when they agree. Applies the
 * migrations to a throw-away database on the server of `serverUrl`, whose account must be allowed to create one.
 */
export async function diffMigrations(serverUrl: string): Promise<string> {
  return withThrowAwayDatabase(serverUrl, async (url) => {
    await applyMigrations(url)
    return diffSchema(url)
  })
}

async function diffSchema(databaseUrl: string): Promise<string> {
  const [{ SchemaEngine }, content] = await Promise.all([loadEngine(), readSchema()])
  return connectTo(databaseUrl, async (pool) => {
    const adapter = bindMigrationAwareSqlAdapterFactory(adapterFactory(pool))
    const files = [{ path: 'schema.prisma', content }]
    const engine = await SchemaEngine.new({ datamodels: [['schema.prisma', content]] }, ignoreLog, adapter)
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: '.' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    })
    const sql = stdout?.trim() ?? ''
    return sql === '-- This is an empty migration.' ? '' : `${sql}\n`
  })
}

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg')

type PanicRegistry = { set_message: (message: string) => void }

const globals = globalThis as { PRISMA_WASM_PANIC_REGISTRY?: PanicRegistry }

async function loadEngine(): Promise<EngineModule> {
  globals.PRISMA_WASM_PANIC_REGISTRY ??= { set_message: throwPanic }
  const directory = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'))
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const { instance } = await WebAssembly.instantiate(await readFile(join(directory, 'schema_engine_bg.wasm')), {
    './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports,
  })
  bindings.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start as () => void
  start()
  return bindings
}

function throwPanic(message: string): never {
  throw new Error(message)
}

function ignoreLog(): void {}

/**
 * Prisma's adapter on one connection, mended where the schema engine needs it: it fails on "char", the one-byte type in
 * which the catalogue keeps kinds of constraints.
 */
function adapterFactory(connection: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const charactersOf = presentCharactersAsText(connection)
  const factory = new PrismaPg(connection)
  const connect = factory.connect.bind(factory)
  factory.connect = async () => {
    const adapter = await connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query)
      const characters = charactersOf.get(result.rows) ?? []
      const columnTypes = result.columnTypes.map((type, i) => (characters[i] ? ColumnTypeEnum.Character : type))
      return { ...result, columnTypes }
    }
    return adapter
  }
  return factory
}

const characterOid = 18
const textOid = 25

/** Relabels "char" columns of every result as text; returns which ones they were, by the rows of the result. */
function presentCharactersAsText(connection: pg.Pool): WeakMap<unknown[], boolean[]> {
  const charactersOf = new WeakMap<unknown[], boolean[]>()
  const query = connection.query.bind(connection) as (config: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult>
  const relabelled = async (config: pg.QueryArrayConfig) => {
    const result = await query(config)
    if (!Array.isArray(result.fields)) return result
    const isCharacter = result.fields.map((field) => field.dataTypeID === characterOid)
    charactersOf.set(result.rows, isCharacter)
    for (const [i, field] of result.fields.entries()) if (isCharacter[i]) field.dataTypeID = textOid
    return result
  }
  connection.query = relabelled as typeof connection.query
  return charactersOf
}
