import { AppError } from '@/lib/core/errors'
import { compareNames } from '@/lib/core/listed'
import { findConnection } from '@/lib/sources/connections/find'
import { maxName } from '@/lib/sources/git-import/repository-name'
import { HostError, type HostReader, type HostRepository } from '@/lib/sources/hosts/model'
import { openInteractiveReader } from '@/lib/sources/hosts/open-reader'

/** What a connection reaches. */
export type Reachable = {
  repositories: HostRepository[]
  /** Whether there are more than were read. */
  more: boolean
}

const maxPages = 30

/** Of all names: a page with them is made in one piece. */
const maxCharacters = 200_000

/**
 * The repositories that a connection reaches and that can be followed, by name. Throws `not_found`, and `unavailable` or
 * `conflict` with what to do when the host refuses.
 */
export async function readReachable(organizationId: number, connectionId: number): Promise<Reachable> {
  return withReader(organizationId, connectionId, async (reader) => {
    const repositories: HostRepository[] = []
    let from: string | null = null
    let characters = 0
    for (let pages = 0; pages < maxPages; pages += 1) {
      const page = await reader.readRepositories(from)
      from = page.next
      for (const repository of page.items.filter(({ fullName }) => fullName.length <= maxName)) {
        characters += repository.fullName.length
        if (characters <= maxCharacters) repositories.push(repository)
      }
      if (from === null || characters > maxCharacters) break
    }
    repositories.sort((a, b) => compareNames(a.fullName.toLowerCase(), b.fullName.toLowerCase()))
    return { repositories, more: from !== null || characters > maxCharacters }
  })
}

/**
 * Runs `work`, which a user waits for, with the reader of a connection; what the host refuses becomes an AppError.
 * Throws `not_found`.
 */
export async function withReader<T>(
  organizationId: number,
  connectionId: number,
  work: (reader: HostReader) => Promise<T>,
): Promise<T> {
  const { id } = await findConnection(organizationId, connectionId)
  try {
    return await work(await openInteractiveReader(organizationId, id))
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    if (error.kind !== 'later') throw new AppError('conflict', error.message, {}, { cause: error })
    throw new AppError('unavailable', `${error.message} Try again in a moment.`, {}, { cause: error })
  }
}
