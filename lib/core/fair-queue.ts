import { AppError } from '@/lib/core/errors'

export type QueueLimits = {
  /** How many run in all, of one organization, of one person, and of its strangers together: as a person by default. */
  running: { total: number; organization: number; person: number; strangers?: number }
  /** How many of one organization, of one person and of its strangers wait. */
  waiting: { organization: number; person: number; strangers?: number }
  maxWaitMs: number
  slow?: SlowLimits
}

/**
 * Work that takes longer than `afterMs` leaves its place to others, of which `most` run at once with it. Its organization
 * is slow for `restMs` from then on: such ones run `running` together, one of each.
 */
export type SlowLimits = { afterMs: number; restMs: number; running: number; most: number }

/** Runs work when its turn has come; work that `mustRun`, such as the rest of what has begun, waits as long as it takes. */
export type InTurn = <T>(work: () => Promise<T>, options?: { mustRun: boolean }) => Promise<T>

/** Waits for no turn. */
export const atOnce: InTurn = (work) => work()

/** For whom something runs. A person is counted across organizations; `null` for the strangers of this one. */
export type QueueOwner = { organizationId: number; userId: number | null }
type Waiting = { owner: QueueOwner; start: (running: Running) => void }

type Running = QueueOwner & { slow: boolean }

/** What runs and waits, when each organization and person was served last, and until when organizations are slow. */
export type QueueState = {
  running: Running[]
  waiting: Waiting[]
  servedAt: Map<string, number>
  served: number
  slowUntil: Map<number, number>
}

export function emptyQueue(): QueueState {
  return { running: [], waiting: [], servedAt: new Map(), served: 0, slowUntil: new Map() }
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
  const { running, waiting, servedAt, slowUntil } = state
  const { slow } = limits
  const most = slow?.most ?? limits.running.total

  const isSlow = ({ organizationId }: QueueOwner): boolean =>
    slow !== undefined && (slowUntil.get(organizationId) ?? 0) > performance.now()

  const fits = (owner: QueueOwner): boolean => {
    const { organization, person } = count(running, owner)
    const slowOnes = running.filter((one) => one.slow).length
    if (slow && isSlow(owner)) return organization === 0 && slowOnes < slow.running
    return (
      running.length - slowOnes < limits.running.total &&
      organization < limits.running.organization &&
      person < personLimit(limits.running, owner)
    )
  }

  const rankOf = (owner: QueueOwner): number[] => {
    const { organization, person } = count(running, owner)
    const [ofOrganization, ofPerson] = keysOf(owner).map((key) => servedAt.get(key) ?? 0)
    return [organization, ofOrganization ?? 0, person, ofPerson ?? 0]
  }

  const startNext = (): void => {
    if (running.length >= most) return
    let best: { entry: Waiting; rank: number[] } | undefined
    for (const entry of waiting) {
      if (!fits(entry.owner)) continue
      const rank = rankOf(entry.owner)
      if (!best || comesBefore(rank, best.rank)) best = { entry, rank }
    }
    if (!best) return
    const { entry } = best
    waiting.splice(waiting.indexOf(entry), 1)
    const one = { ...entry.owner, slow: isSlow(entry.owner) }
    running.push(one)
    state.served += 1
    for (const key of keysOf(one)) servedAt.set(key, state.served)
    entry.start(one)
    startNext()
  }

  const becomeSlow = (one: Running, { restMs }: SlowLimits): void => {
    one.slow = true
    for (const [organizationId, until] of slowUntil) if (until < performance.now()) slowUntil.delete(organizationId)
    slowUntil.set(one.organizationId, performance.now() + restMs)
    startNext()
  }

  const finish = (one: Running): void => {
    running.splice(running.indexOf(one), 1)
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

  const enter = (owner: QueueOwner, mustRun: boolean, maxWaitMs: number): Promise<Running> =>
    new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const entry: Waiting = {
        owner,
        start: (one) => {
          clearTimeout(timer)
          resolve(one)
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
    if (!mustRun && isFull(who)) throw tooMany()
    const one = await enter(who, mustRun, Math.min(maxWaitMs, limits.maxWaitMs))
    const timer = slow && setTimeout(() => becomeSlow(one, slow), slow.afterMs).unref()
    try {
      return await work()
    } finally {
      clearTimeout(timer)
      finish(one)
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
