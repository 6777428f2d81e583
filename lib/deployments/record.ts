import type { Sender } from '@/lib/accounts/sender'
import { log } from '@/lib/core/log'
import type { DatabaseBudget } from '@/lib/db/database-budget'
import { isDatabaseUnavailable } from '@/lib/db/database-errors'
import { inTurn } from '@/lib/db/in-turn'
import { ingestConnection } from '@/lib/db/ingest-for'
import type { Queryable } from '@/lib/db/transaction'
import { countLinks, linkStored } from '@/lib/deployments/linking/link-stored'
import { requestLink } from '@/lib/deployments/linking/linker'
import { createdDeployment } from '@/lib/deployments/linking/look-ahead'
import type { Found, ResolvedCommits } from '@/lib/deployments/linking/resolve-commit'
import { deliversPullRequests } from '@/lib/deployments/linking/rules'
import { isUnlinked } from '@/lib/deployments/linking/settle-unlinked'
import type { DeploymentEvent } from '@/lib/deployments/schema'
import { storeEvent } from '@/lib/deployments/store-event'
import { settleTogether, storeTogether } from '@/lib/deployments/store-together'
import type { MarkedDeployment } from '@/lib/deployments/stored-deployment'

export type Recorded = {
  action: 'created' | 'updated'
  /** Id of the stored record. */
  deploymentId: number
  /** Pull requests that the deployment ships after this event, as far as linked by now; 0 unless a production success. */
  linkedPRs: number
  /** Whether it is still to be linked, which happens automatically. */
  linking: boolean
}

/** What is left of a request's time for the database when it stops waiting for links. */
const reserveMs = 500

/** Deployments that this process is linking for an event: another event of them does not wait for it to be stored. */
const holder = globalThis as { leadlineBeingLinked?: Map<string, number> }
holder.leadlineBeingLinked ??= new Map()
const beingLinked = holder.leadlineBeingLinked

/**
 * Stores one event of a deployment, starts the trial with an organization's first event, then links what the deployment
 * shipped for as long as `budget` has time; what does not fit is linked in the background. Rejects only when nothing was
 * stored. Posting the same event again changes nothing but the timeline.
 */
export async function recordDeployment(
  sender: Sender,
  event: DeploymentEvent,
  budget: DatabaseBudget,
): Promise<Recorded> {
  const key = `${sender.organizationId}/${event.deploymentId}`
  const { result: stored, asked } = await inTurn(key, (turn) =>
    budget(({ signal }) => {
      if (beingLinked.has(key)) turn.held = true
      return storeTogether({ sender, event, turn, signal })
    }),
  )
  const linked = await linkInTime(sender, key, stored, asked, budget).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) log.error('event not linked at once', { deploymentId: stored.id, error })
    return null
  })
  const linkedPRs = linked ?? (await knownLinks(sender, stored, budget))
  return { ...answer(stored, linkedPRs), linking: linked === null && stored.markId !== null }
}

/**
 * Stores any event and links what its deployment shipped. Needs a transaction. `resolved` spares a look-up where the
 * commits were found already.
 */
export async function recordAndLink(
  client: Queryable,
  sender: Sender,
  event: DeploymentEvent,
  resolved?: ResolvedCommits,
): Promise<Omit<Recorded, 'linking'>> {
  const stored = await storeEvent(client, sender, event)
  const { organizationId } = sender
  if (stored.markId === null) return answer(stored, await countLinks(client, organizationId, stored))
  const created = createdDeployment(stored, resolved ?? null)
  const { linkedPRs } = await linkStored(client, { organizationId, id: stored.id, created })
  return answer(stored, linkedPRs)
}

/** How many pull requests count once it is linked. */
async function linkInTime(
  sender: Sender,
  key: string,
  stored: MarkedDeployment,
  asked: Promise<Found | null>,
  budget: DatabaseBudget,
): Promise<number> {
  if (stored.markId === null) return countStored(sender, stored, budget)
  const { organizationId } = sender
  return budget(async () => {
    const found = await asked
    const unlinked = isUnlinked(stored, found)
    if (unlinked && (await settleTogether(organizationId, { deployment: stored, found }))) return 0
    const created = createdDeployment(stored, found)
    const { linkedPRs } = await whileLinking(key, () => requestLink({ organizationId, id: stored.id, created }))
    return linkedPRs
  }, reserveMs)
}

async function whileLinking<T>(key: string, work: () => Promise<T>): Promise<T> {
  const change = (by: number) => {
    const count = (beingLinked.get(key) ?? 0) + by
    if (count > 0) beingLinked.set(key, count)
    else beingLinked.delete(key)
  }
  change(1)
  try {
    return await work()
  } finally {
    change(-1)
  }
}

function answer({ created, id }: MarkedDeployment, linkedPRs: number): Omit<Recorded, 'linking'> {
  return { action: created ? 'created' : 'updated', deploymentId: id, linkedPRs }
}

/** What is linked while it is still to be linked again; nothing where not even that can be read. */
async function knownLinks(sender: Sender, stored: MarkedDeployment, budget: DatabaseBudget): Promise<number> {
  return stored.created ? 0 : countStored(sender, stored, budget).catch(() => 0)
}

/** Takes no connection for what ships no pull requests, as most events. */
async function countStored(
  { organizationId }: Sender,
  stored: MarkedDeployment,
  budget: DatabaseBudget,
): Promise<number> {
  if (!deliversPullRequests(stored)) return 0
  return budget(({ signal }) =>
    ingestConnection(organizationId, signal, (client) => countLinks(client, organizationId, stored)),
  )
}
