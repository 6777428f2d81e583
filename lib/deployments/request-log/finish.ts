import type { Recorder } from './recorder'

/** Where the parts of the server that are bundled apart find the same recorder. */
export const holder = globalThis as { leadlineRequestRecorder?: Recorder }

/** Writes what this process still keeps, before it ends. Resolves within three seconds, written or not. */
export async function finishRequestLog(): Promise<void> {
  await holder.leadlineRequestRecorder?.finish()
}
