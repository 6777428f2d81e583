import { SingleBar } from 'cli-progress'

/** A bar on standard error that shows progress. */
export function progressBar(silent: boolean) {
  const bar = new SingleBar({
    format: '{phase} {bar} {value}/{total}',
    hideCursor: true,
    clearOnComplete: true,
    noTTYOutput: false,
  })
  const update = ({ phase, done, total }: { phase: string; done: number; total: number }) => {
    if (silent) return
    if (!bar.isActive) bar.start(total, done, { phase })
    bar.setTotal(total)
    bar.update(done, { phase })
  }
  return { update, stop: () => bar.stop() }
}
