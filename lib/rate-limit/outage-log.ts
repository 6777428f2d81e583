import type { Log } from '@/lib/log'

type Options = { log: Log; now: () => number }

export type OutageLog = { failed: (error: unknown) => void; succeeded: () => void }

const quietMilliseconds = 60_000

/** Says that Redis fails at most once a minute, and that it works again once per such line. */
export function createOutageLog({ log, now }: Options): OutageLog {
  let saidAt: number | undefined
  let toldToBeDown = false
  return {
    failed: (error) => {
      if (saidAt !== undefined && now() - saidAt < quietMilliseconds) return
      saidAt = now()
      toldToBeDown = true
      log.warn('redis unavailable, rate limits hold per process', { error })
    },
    succeeded: () => {
      if (!toldToBeDown) return
      toldToBeDown = false
      log.info('redis available again, rate limits hold across processes')
    },
  }
}
