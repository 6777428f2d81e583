import { type Reader, runReport } from '@/lib/web/run-report'

/** What all parts of one answer have in common: the turn that some of them read in just now. */
export type SharedTurn = { current: { parts: number; begun: Promise<void>; end: () => void } | null }

/**
 * Runs a part of an answer in the turn of those that run already, or in a turn of its own. They may wait for each other:
 * as turns of their own they could wait for one another's end for ever.
 */
export async function shareTurn<T>(
  shared: SharedTurn,
  member: Reader,
  work: () => Promise<T>,
  options?: { mustRun: boolean },
): Promise<T> {
  shared.current ??= beginTurn(member, options)
  const turn = shared.current
  turn.parts += 1
  try {
    await turn.begun
    return await work()
  } finally {
    turn.parts -= 1
    if (turn.parts === 0) {
      turn.end()
      shared.current = null
    }
  }
}

function beginTurn(member: Reader, options?: { mustRun: boolean }) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const begun = new Promise<void>((resolve, reject) => {
    const held = () => {
      resolve()
      return ended
    }
    runReport(member, held, options).catch(reject)
  })
  return { parts: 0, begun, end }
}
