import type { Log } from '@/lib/core/log'

type Options = {
  log: Log
  now?: () => number
  /** What to say while it fails, and once it works again. */
  down: string
  up: string
}

export type OutageLog = { failed: (error: unknown) => void; succeeded: () => void }

const quietMilliseconds = 60_000

/** Says that something fails at most once a minute, and that it works again once per such line. */
export function createOutageLog({ log, now = () => performance.now(), down, up }: Options): OutageLog {
  let saidAt: number | undefined
  let reportedDown = false
  return {
    failed: (error) => {
      if (saidAt !== undefined && now() - saidAt < quietMilliseconds) return
      saidAt = now()
      reportedDown = true
      log.warn(down, { error })
    },
    succeeded: () => {
      if (!reportedDown) return
      reportedDown = false
      log.info(up)
    },
  }
}
