import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import { adapterFactory } from './adapter'
import { type Migration, migrationsDirectory, readSchema } from './files'

type Engine = {
  engine: SchemaEngine
  connection: pg.Pool
  /** What went wrong: the answer of Postgres to a script when that was it, else the engine's message. */
  reasonOf: (error: unknown) => string
  close: () => Promise<void>
}

/** Everything in the database is Prisma's to manage. */
export const filters = { externalTables: [], externalEnums: [] }

/**
 * Prisma's schema engine on one database. It works on the single connection of `connection`, so that a transaction
 * begun there holds all that the engine does.
 */
export async function openEngine(databaseUrl: string): Promise<Engine> {
  const { SchemaEngine } = await loadEngine()
  const connection = new pg.Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 })
  connection.on('error', () => undefined)
  const close = () => connection.end()
  let scriptError: unknown
  const onScriptError = (error: unknown) => {
    scriptError = error
  }
  const reasonOf = (error: unknown) => withoutStack(scriptError ?? error)
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(adapterFactory(connection, onScriptError))
    const engine = await SchemaEngine.new({ datamodels: [['schema.prisma', await readSchema()]] }, ignoreLog, adapter)
    return { engine, connection, reasonOf, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Migrations as the engine takes them. */
export function migrationList(migrations: readonly Migration[]): MigrationList {
  return {
    baseDir: migrationsDirectory,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  }
}

function withoutStack(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.split(/\n\s+0: /)[0]?.trim() ?? message
}

type PanicRegistry = { set_message: (message: string) => void }

const globals = globalThis as { PRISMA_WASM_PANIC_REGISTRY?: PanicRegistry }

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg')

let loading: Promise<EngineModule> | undefined

function loadEngine(): Promise<EngineModule> {
  loading ??= instantiate()
  return loading
}

async function instantiate(): Promise<EngineModule> {
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
