import type { HostRepository } from '../model'
import { parseCursor } from './cursor'
import { advance } from './hold'
import type { SyncWork } from './work'

const forgetTimes = `
  UPDATE pull_requests SET host_updated_at = NULL
  WHERE organization_id = $1 AND repository_id = $2 AND host_updated_at IS NOT NULL`

/**
 * Keeps in mind from which repository at which host a sync reads. Where that is another one than the last time, how far
 * the last one came says nothing, nor do the times at which its pull requests changed.
 */
export async function restartElsewhere({ claim, reader, signal }: SyncWork, reported: HostRepository): Promise<void> {
  const { cursor, organizationId, repositoryId } = claim
  const source = `${reader.host} ${new URL(reported.webUrl).origin} ${reported.hostId}`
  if (cursor.source === source) return
  await advance(claim, signal, async (client) => {
    if (cursor.source === null) return { cursor: { ...cursor, source } }
    await client.query(forgetTimes, [organizationId, repositoryId])
    const start = { ...parseCursor({}), run: cursor.run, source, provisional: true }
    return { phase: null, done: 0, total: null, cursor: start }
  })
}
