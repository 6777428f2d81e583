import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum, type SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type pg from 'pg'

/**
 * Prisma's adapter on one connection, mended where the schema engine needs it: it fails on "char", the one-byte type in
 * which the catalogue keeps kinds of constraints.
 */
export function adapterFactory(connection: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
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
