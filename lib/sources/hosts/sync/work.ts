import type { HostReader } from '../model'
import type { Claim } from './claim'

/** A claimed sync on its way: from where it reads, until when, and whom it tells how far it came. */
export type SyncWork = {
  claim: Claim
  reader: HostReader
  hostId: string
  signal: AbortSignal
  report: (claim: Claim) => void
}
