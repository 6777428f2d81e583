import type { HostPage, HostPullRequest } from '../model'
import { storeHostPullRequests } from '../store-pull-requests'
import { checkPages } from './check-pages'
import type { Claim } from './claim'
import { advance, type Step } from './hold'
import { orAborted } from './or-aborted'
import type { SyncWork } from './work'

/** Changes of one moment may become visible a little later than others. */
const overlapMs = 60_000

/** Reads the pull requests that changed since the last sync, or all of them, page by page. Returns how many changed. */
export async function readPullRequests({ claim, reader, hostId, signal, report }: SyncWork): Promise<number> {
  let changed = 0
  while (claim.phase !== 'commits') {
    const { pullRequests, readUntil } = claim.cursor
    if (pullRequests !== null) checkPages(claim, reader.host, 'pull requests')
    const since = readUntil && new Date(readUntil.getTime() - overlapMs)
    const from = pullRequests?.from ?? null
    const page = await orAborted(signal, (ended) => reader.readPullRequests(hostId, since, from, ended))
    await advance(claim, signal, async (client) => {
      const count = await storeHostPullRequests(client, claim, page.items)
      changed += count
      return { ...progressAfter(claim, page), stored: { items: page.items, changed: count } }
    })
    report(claim)
    signal.throwIfAborted()
  }
  return changed
}

function progressAfter({ cursor, done, total }: Claim, page: HostPage<HostPullRequest>): Step {
  const until = latestOf([cursor.pullRequests?.until ?? cursor.readUntil, ...page.items.map((item) => item.updatedAt)])
  if (page.next === null) {
    return {
      phase: 'commits',
      done: 0,
      total: null,
      cursor: { ...cursor, pullRequests: null, pages: 0, readUntil: until },
    }
  }
  return {
    phase: 'pull requests',
    done: done + page.items.length,
    total: page.total ?? total,
    cursor: { ...cursor, pullRequests: { from: page.next, until }, pages: cursor.pullRequests ? cursor.pages + 1 : 1 },
  }
}

function latestOf(dates: readonly (Date | null)[]): Date | null {
  const times = dates.flatMap((date) => date?.getTime() ?? [])
  return times.length > 0 ? new Date(Math.max(...times)) : null
}
