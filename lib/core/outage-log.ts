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

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as { leadlineOutages?: Map<string, number> }
holder.leadlineOutages ??= new Map()
const places = holder.leadlineOutages

/** All that can fail in this process, by what the log says then, and in how many places it does right now. */
export function outages(): ReadonlyMap<string, number> {
  return places
}

/** Says that something fails at most once a minute, and that it works again once per such line. */
export function createOutageLog({ log, now = () => performance.now(), down, up }: Options): OutageLog {
  let saidAt: number | undefined
  let reportedDown = false
  let isDown = false
  const note = (failing: boolean) => {
    if (failing !== isDown) places.set(down, (places.get(down) ?? 0) + (failing ? 1 : -1))
    isDown = failing
  }
  places.set(down, places.get(down) ?? 0)
  return {
    failed: (error) => {
      note(true)
      if (saidAt !== undefined && now() - saidAt < quietMilliseconds) return
      saidAt = now()
      reportedDown = true
      log.warn(down, { error })
    },
    succeeded: () => {
      note(false)
      if (!reportedDown) return
      reportedDown = false
      log.info(up)
    },
  }
}
