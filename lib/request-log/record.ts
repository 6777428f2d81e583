import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { addByteCounts } from '@/lib/stored-bytes/add'
import { dropOldEntries } from './drop-old'
import type { RequestEntry } from './entry'
import { holder } from './finish'
import { createRecorder } from './recorder'
import { writeEntries } from './write'

/** Keeps what a request was answered for the organization to look at. Never throws, and never waits for the database. */
export async function recordRequest(entry: RequestEntry): Promise<void> {
  holder.leadlineRequestRecorder ??= createRecorder({
    write: writeEntries,
    count: (counts) => addByteCounts(db().ingest, counts),
    dropOld: () => dropOldEntries(env().REQUEST_LOG_DAYS),
    log,
  })
  await holder.leadlineRequestRecorder.record(entry)
}
