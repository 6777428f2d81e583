import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Runs `work` on an empty database of its own, on the server of `serverUrl`, and drops it afterwards. */
export async function withThrowAwayDatabase<T>(serverUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `leadline_throw_away_${randomUUID()}`
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE "${name}" TEMPLATE template0`)
    return await work(databaseOn(serverUrl, name))
  } finally {
    await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
    await client.end()
  }
}

/** The URL of another database on the same server. */
export function databaseOn(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}
