import type { Outcome } from './guarantee'
import { withLeadline, withOwnDatabase } from './servers'

/** The address of one process and then of the other, in turn. */
export type NextUrl = () => string

/** Runs `work` with two processes of Leadline on one database, which is that of `db()` meanwhile. */
export async function withTwoProcesses(work: (nextUrl: NextUrl) => Promise<Outcome>): Promise<Outcome> {
  return withOwnDatabase((databaseUrl) =>
    withLeadline(databaseUrl, {}, (first) =>
      withLeadline(databaseUrl, {}, (second) => {
        let turn = 0
        return work(() => {
          turn += 1
          return turn % 2 === 1 ? first.url : second.url
        })
      }),
    ),
  )
}
