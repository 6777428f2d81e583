import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { adapterFactory } from './adapter'
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
