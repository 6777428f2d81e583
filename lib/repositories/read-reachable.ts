import { findConnection } from '@/lib/connections/find'
import { AppError } from '@/lib/errors'
import { HostError, type HostReader, type HostRepository } from '@/lib/hosts/model'
import { openBriefReader } from '@/lib/hosts/open-reader'

/** What a connection reaches. */
export type Reachable = {
  repositories: HostRepository[]
  /** Whether there are more than were read. */
  more: boolean
}

const mostPages = 30

/**
 * The repositories that a connection reaches, by name. Throws `not_found`, and `unavailable` or `conflict` with what to
 * do when the host refuses.
 */
export async function readReachable(organizationId: number, connectionId: number): Promise<Reachable> {
  return withReader(organizationId, connectionId, async (reader) => {
    const repositories: HostRepository[] = []
    let from: string | null = null
    for (let pages = 0; pages < mostPages; pages += 1) {
      const page = await reader.readRepositories(from)
      repositories.push(...page.items)
      from = page.next
      if (from === null) break
    }
    repositories.sort((a, b) => a.fullName.localeCompare(b.fullName, 'en'))
    return { repositories, more: from !== null }
  })
}

/** Runs `work`, that somebody waits for, with the reader of a connection; what the host refuses becomes an AppError. Throws `not_found`. */
export async function withReader<T>(
  organizationId: number,
  connectionId: number,
  work: (reader: HostReader) => Promise<T>,
): Promise<T> {
  const { id } = await findConnection(organizationId, connectionId)
  try {
    return await work(await openBriefReader(id))
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    if (error.kind !== 'later') throw new AppError('conflict', error.message, {}, { cause: error })
    throw new AppError('unavailable', `${error.message} Try again in a moment.`, {}, { cause: error })
  }
}
