import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { findConnection } from '@/lib/sources/connections/find'
import { readReachable } from './read-reachable'

/** A repository that a connection reaches, and what is known of it here. */
export type Choice = { hostId: string; fullName: string; known: 'followed' | 'taken over' | null }

export type Choices = {
  choices: Choice[]
  /** Whether there are more than were read. */
  more: boolean
  /** Why the host does not list any, in words. */
  problem: string | null
}

/** What a connection is called. Throws `not_found`, also for an id that is none. */
export async function findConnectionName(organizationId: number, connectionId: number): Promise<string> {
  if (!Number.isSafeInteger(connectionId) || Math.abs(connectionId) > 2_147_483_647) {
    throw new AppError('not_found', 'There is nothing at this address')
  }
  return (await findConnection(organizationId, connectionId)).name
}

/** What can be followed through a connection. Throws `not_found`. */
export async function findChoices(organizationId: number, connectionId: number): Promise<Choices> {
  const known = await db().prisma.repository.findMany({
    where: { organizationId },
    select: { fullNameKey: true, connectionId: true, hostId: true },
  })
  const followed = new Set(known.filter((one) => one.connectionId === connectionId).map(({ hostId }) => hostId))
  const imported = new Set(known.filter((one) => one.connectionId === null).map(({ fullNameKey }) => fullNameKey))
  const knownAs = (hostId: string, fullName: string): Choice['known'] => {
    if (followed.has(hostId)) return 'followed'
    return imported.has(fullName.toLowerCase()) ? 'taken over' : null
  }
  try {
    const { repositories, more } = await readReachable(organizationId, connectionId)
    const choices = repositories.map(({ hostId, fullName }) => ({ hostId, fullName, known: knownAs(hostId, fullName) }))
    return { choices, more, problem: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'not_found') throw error
    return { choices: [], more: false, problem: error.message }
  }
}
