import type { Pool, PoolClient } from 'pg'

/** Statements in the order in which they are sent, and how many times an answer is waited for before all is done. */
export type RoundTrips = { statements: string[]; count: number }

type Query = (...args: unknown[]) => unknown

/**
 * Notes what connections of these pools send from now on. Statements that are sent before an answer to the first of them
 * has come are one round trip. Connections that are open already are left alone.
 */
export function countRoundTrips(pools: readonly Pool[]): RoundTrips {
  const trips: RoundTrips = { statements: [], count: 0 }
  let answered = 0
  const send = (statement: unknown) => {
    const trip = answered + 1
    trips.statements.push(nameOf(statement))
    trips.count = Math.max(trips.count, trip)
    return () => {
      answered = Math.max(answered, trip)
    }
  }
  for (const pool of pools) pool.on('connect', (client: PoolClient) => watch(client, send))
  return trips
}

function watch(client: PoolClient, send: (statement: unknown) => () => void): void {
  const query: Query = client.query.bind(client)
  const watched: Query = (...args) => {
    const arrived = send(args[0])
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      return query(...args.slice(0, -1), (...answer: unknown[]) => {
        arrived()
        callback(...answer)
      })
    }
    const answer = query(...args) as Promise<unknown>
    answer.then(arrived, arrived)
    return answer
  }
  client.query = watched as PoolClient['query']
}

function nameOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const { name, text } = statement as { name?: string; text: string }
  return name ?? text
}
