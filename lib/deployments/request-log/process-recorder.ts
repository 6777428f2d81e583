import { addByteCounts } from '@/lib/accounts/stored-bytes/add'
import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { db } from '@/lib/db/db'
import { dropOldEntries, writeEntries } from './entries'
import { createRecorder, type Recorder } from './recorder'

/** Where the parts of the server that are bundled apart find the same recorder. */
export const holder = globalThis as { leadlineRequestRecorder?: Recorder }

/** What keeps the answers of this process. */
export function requestRecorder(): Recorder {
  holder.leadlineRequestRecorder ??= createRecorder({
    write: writeEntries,
    count: (counts) => addByteCounts(db().ingest, counts),
    dropOld: () => dropOldEntries(env().REQUEST_LOG_DAYS),
    log,
  })
  return holder.leadlineRequestRecorder
}

/**
 * Writes what this process still keeps, before it ends, and from then on every answer at once, also the first. Resolves
 * within three seconds, written or not.
 */
export async function finishRequestLog(): Promise<void> {
  await requestRecorder().finish()
}
