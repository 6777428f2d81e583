/** The last turn of each key. Of the process: each route may have this file for itself. */
const holder = globalThis as { leadlineTurns?: Map<string, Promise<unknown>> }

/** Runs work after what came before it with the same key, and lets the next wait until it has rested. */
export function oneAfterAnother<T>(key: string, work: () => Promise<T>, rest = noRest): Promise<T> {
  holder.leadlineTurns ??= new Map()
  const turns = holder.leadlineTurns
  const outcome = (turns.get(key) ?? Promise.resolve()).then(work)
  const over: Promise<void> = outcome.then(rest, rest).then(() => {
    if (turns.get(key) === over) turns.delete(key)
  })
  turns.set(key, over)
  return outcome
}

async function noRest(): Promise<void> {}
