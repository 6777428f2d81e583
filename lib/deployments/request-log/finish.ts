import type { Recorder } from './recorder'

/** Where the parts of the server that are bundled apart find the same recorder. */
export const holder = globalThis as { leadlineRequestRecorder?: Recorder; leadlineRequestLogEnds?: boolean }

/**
 * Writes what this process still keeps, before it ends, and lets what is answered later be written at once. Resolves
 * within three seconds, written or not.
 */
export async function finishRequestLog(): Promise<void> {
  holder.leadlineRequestLogEnds = true
  await holder.leadlineRequestRecorder?.finish()
}
