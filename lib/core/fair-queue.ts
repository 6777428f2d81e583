import { AppError } from '@/lib/core/errors'

export type QueueLimits = {
  /** How many run in all, of one organization, of one person, and of its strangers together: as a person by default. */
  running: { total: number; organization: number; person: number; strangers?: number }
  /** How many of one organization, of one person and of its strangers wait. */
  waiting: { organization: number; person: number; strangers?: number }
  maxWaitMs: number
  long?: LongLimits
  slow?: SlowLimits
}

/**
 * An organization of which work takes longer than `afterMs` is known for it for `restMs` from then on: such ones run
 * `running` together, and leave the other places to those whose work is short.
 */
export type LongLimits = { afterMs: number; restMs: number; running: number }

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

/** What runs and waits, when each organization and person was served last, and until when organizations are long or slow. */
export type QueueState = {
  running: Running[]
  waiting: Waiting[]
  servedAt: Map<string, number>
  served: number
  longUntil: Map<number, number>
  slowUntil: Map<number, number>
}

export function emptyQueue(): QueueState {
  return { running: [], waiting: [], servedAt: new Map(), served: 0, longUntil: new Map(), slowUntil: new Map() }
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
  const { running, waiting, servedAt, longUntil, slowUntil } = state
  const { long, slow } = limits
  const most = slow?.most ?? limits.running.total

  const isSlow = (owner: QueueOwner): boolean => isMarked(slowUntil, owner)
  const isLong = (owner: QueueOwner): boolean => isMarked(longUntil, owner)

  const fits = (owner: QueueOwner): boolean => {
    const { organization, person } = count(running, owner)
    const others = running.filter((one) => !one.slow)
    if (slow && isSlow(owner)) return organization === 0 && running.length - others.length < slow.running
    if (long && isLong(owner) && others.filter(isLong).length >= long.running) return false
    return (
      others.length < limits.running.total &&
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
    mark(slowUntil, one, restMs)
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
    const timers = [
      long && setTimeout(() => mark(longUntil, one, long.restMs), long.afterMs),
      slow && setTimeout(() => becomeSlow(one, slow), slow.afterMs),
    ]
    for (const timer of timers) timer?.unref()
    try {
      return await work()
    } finally {
      for (const timer of timers) clearTimeout(timer)
      finish(one)
    }
  }
}

function isMarked(until: ReadonlyMap<number, number>, { organizationId }: QueueOwner): boolean {
  return (until.get(organizationId) ?? 0) > performance.now()
}

function mark(until: Map<number, number>, { organizationId }: QueueOwner, restMs: number): void {
  for (const [marked, end] of until) if (end < performance.now()) until.delete(marked)
  until.set(organizationId, performance.now() + restMs)
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
