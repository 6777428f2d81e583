import { AppError } from '@/lib/core/errors'

export type QueueLimits = {
  /** How many run in all, of one organization, of one person, and of its strangers together: as a person by default. */
  running: { total: number; organization: number; person: number; strangers?: number }
  /** How many of one organization, of one person and of its strangers wait. */
  waiting: { organization: number; person: number; strangers?: number }
  maxWaitMs: number
}

/** Runs work when its turn has come. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Waits for no turn. */
export const atOnce: InTurn = (work) => work()

/** For whom something runs. A person is counted across organizations; `null` for the strangers of this one. */
export type QueueOwner = { organizationId: number; userId: number | null }
type Waiting = { owner: QueueOwner; start: () => void }

/** What runs and waits, and when each organization and person was served last. */
export type QueueState = { running: QueueOwner[]; waiting: Waiting[]; servedAt: Map<string, number>; served: number }

export function emptyQueue(): QueueState {
  return { running: [], waiting: [], servedAt: new Map(), served: 0 }
}

export const retryAfterSeconds = 5

/**
 * Runs work a few at once. A free place goes to the organization that runs the least and was served least recently, and
 * in it to such a person, so that no one waits behind all the work of another. Throws `unavailable` with `Retry-After`
 * when too many of the organization or person wait already, or the wait takes too long, longer than the `maxWaitMs` of
 * one that has less time too; work that `mustRun`, because its answer has begun, waits as long as it takes. Several queues
 * may share one state.
 */
export function fairQueue(limits: QueueLimits, state: QueueState = emptyQueue()) {
  const { running, waiting, servedAt } = state

  const fits = (owner: QueueOwner): boolean => {
    const { organization, person } = count(running, owner)
    return organization < limits.running.organization && person < personLimit(limits.running, owner)
  }

  const rankOf = (owner: QueueOwner): number[] => {
    const { organization, person } = count(running, owner)
    const [ofOrganization, ofPerson] = keysOf(owner).map((key) => servedAt.get(key) ?? 0)
    return [organization, ofOrganization ?? 0, person, ofPerson ?? 0]
  }

  const startNext = (): void => {
    if (running.length >= limits.running.total) return
    let best: { entry: Waiting; rank: number[] } | undefined
    for (const entry of waiting) {
      if (!fits(entry.owner)) continue
      const rank = rankOf(entry.owner)
      if (!best || comesBefore(rank, best.rank)) best = { entry, rank }
    }
    if (!best) return
    const { entry } = best
    waiting.splice(waiting.indexOf(entry), 1)
    running.push(entry.owner)
    state.served += 1
    for (const key of keysOf(entry.owner)) servedAt.set(key, state.served)
    entry.start()
    startNext()
  }

  const finish = (owner: QueueOwner): void => {
    running.splice(running.indexOf(owner), 1)
    startNext()
    if (running.length + waiting.length === 0) servedAt.clear()
  }

  const isFull = (owner: QueueOwner): boolean => {
    const { organization, person } = count(
      waiting.map((entry) => entry.owner),
      owner,
    )
    return organization >= limits.waiting.organization || person >= personLimit(limits.waiting, owner)
  }

  const enter = (owner: QueueOwner, mustRun: boolean, maxWaitMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const entry: Waiting = {
        owner,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      waiting.push(entry)
      startNext()
      if (mustRun || !waiting.includes(entry)) return
      timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(tooMany())
      }, maxWaitMs)
      timer.unref()
    })

  return async <T>(
    who: QueueOwner,
    work: () => Promise<T>,
    { mustRun = false, maxWaitMs = limits.maxWaitMs } = {},
  ): Promise<T> => {
    const owner = { ...who }
    if (!mustRun && isFull(owner)) throw tooMany()
    await enter(owner, mustRun, Math.min(maxWaitMs, limits.maxWaitMs))
    try {
      return await work()
    } finally {
      finish(owner)
    }
  }
}

function personLimit({ person, strangers = person }: QueueLimits['waiting'], { userId }: QueueOwner): number {
  return userId === null ? strangers : person
}

function count(owners: readonly QueueOwner[], who: QueueOwner) {
  const ofOrganization = owners.filter(({ organizationId }) => organizationId === who.organizationId)
  const ofPerson = (who.userId === null ? ofOrganization : owners).filter(({ userId }) => userId === who.userId)
  return { organization: ofOrganization.length, person: ofPerson.length }
}

function keysOf({ organizationId, userId }: QueueOwner): string[] {
  return [`organization ${organizationId}`, userId === null ? `strangers ${organizationId}` : `person ${userId}`]
}

function comesBefore(left: readonly number[], right: readonly number[]): boolean {
  const at = left.findIndex((value, index) => value !== right[index])
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0)
}

function tooMany(): AppError {
  return new AppError('unavailable', 'Too much runs at once. Try again in a few seconds.', {
    'Retry-After': String(retryAfterSeconds),
  })
}
