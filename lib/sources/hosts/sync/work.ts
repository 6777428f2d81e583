import type { HostReader } from '../model'
import type { Claim } from './claim'

/** A claimed sync on its way: from where it reads, until when, and to whom it reports its progress. */
export type SyncWork = {
  claim: Claim
  reader: HostReader
  hostId: string
  signal: AbortSignal
  report: (claim: Claim) => void
}
