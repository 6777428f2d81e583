import { emptyQueue, fairQueue, type QueueState } from '@/lib/core/fair-queue'

/**
 * Of the process. It is the state alone: pages and routes have this file, and the class of its errors, for themselves,
 * and each has to throw its own.
 */
const holder = globalThis as { leadlineReports?: QueueState; leadlineBeginnings?: QueueState }

/** A member; their ids are all that is needed. That of an API key is its own, less than 0. */
export type Reader = { organization: { id: number }; user: { id: number } }

/**
 * A report takes two connections at once, and no page takes more: all together leave some of the pool of people. Strangers
 * leave members a place, and may wait for what a page full of badges shows. Organizations with very much to read leave a
 * place to those with less.
 */
const limits = {
  running: { total: 3, organization: 2, person: 2, strangers: 1 },
  waiting: { organization: 24, person: 8, strangers: 12 },
  maxWaitMs: 10_000,
  long: { afterMs: 1_000, restMs: 30_000, running: 2 },
  // By then a report has its rows, and its connections are free: what is left is work on them.
  slow: { afterMs: 5_000, restMs: 30_000, running: 1, most: 5 },
}

holder.leadlineReports ??= emptyQueue()
const run = fairQueue(limits, holder.leadlineReports)

holder.leadlineBeginnings ??= emptyQueue()
const begin = fairQueue(
  {
    running: { total: 2, organization: 1, person: 1 },
    waiting: { organization: 24, person: 8 },
    maxWaitMs: 10_000,
  },
  holder.leadlineBeginnings,
)

/**
 * Runs what a page shows before its report is there, which must not wait for the turn of a report: one connection after
 * the other, and one page of an organization at once. It costs little, but for the many names that a key may have sent.
 * Throws as `runReport` does.
 */
export function runBeginning<T>({ organization, user }: Reader, work: () => Promise<T>): Promise<T> {
  return begin({ organizationId: organization.id, userId: user.id }, work)
}

/**
 * Runs what may read very many rows for a member, a few at once for each organization and person. Throws `unavailable`
 * with `Retry-After` beyond that, unless it `mustRun`. To be called after authorization.
 */
export function runReport<T>(
  { organization, user }: Reader,
  work: () => Promise<T>,
  options?: { mustRun: boolean },
): Promise<T> {
  return run({ organizationId: organization.id, userId: user.id }, work, options)
}

/** The same for what an organization shows to anyone: its strangers take turns of their own, one at once. */
export function runPublicReport<T>(organization: { id: number }, work: () => Promise<T>): Promise<T> {
  return run({ organizationId: organization.id, userId: null }, work)
}

/**
 * The same for an answer that is sent piece by piece: none is refused after the first, unless the member may no longer
 * read them. `still` throws then, before each.
 */
export async function runInPieces(
  { organization, user }: Reader,
  still: () => Promise<void>,
  begin: () => Promise<AsyncGenerator<string>>,
): Promise<AsyncGenerator<string>> {
  const owner = { organizationId: organization.id, userId: user.id }
  const next = async (pieces: AsyncGenerator<string>) => {
    await still()
    return pieces.next()
  }
  const { pieces, first } = await run(owner, async () => {
    const pieces = await begin()
    return { pieces, first: await pieces.next() }
  })
  return (async function* () {
    try {
      for (let piece = first; !piece.done; piece = await run(owner, () => next(pieces), { mustRun: true })) {
        yield piece.value
      }
    } finally {
      await pieces.return(undefined)
    }
  })()
}
