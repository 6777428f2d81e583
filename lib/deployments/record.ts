import type { DatabaseBudget } from '@/lib/database-budget'
import { isDatabaseUnavailable, isLockTimeout } from '@/lib/database-errors'
import type { Sender } from '@/lib/deployments/find-sender'
import { inTurn, type Turn } from '@/lib/deployments/in-turn'
import type { DeploymentEvent } from '@/lib/deployments/schema'
import { storeBehind, storeEvent, storeOutOfOrder } from '@/lib/deployments/store-event'
import { storeInOrder } from '@/lib/deployments/store-in-order'
import type { MarkedDeployment } from '@/lib/deployments/stored-deployment'
import { ingestConnection, ingestTransaction } from '@/lib/ingest-for'
import { countLinks, linkStored } from '@/lib/linking/link-stored'
import { requestLink } from '@/lib/linking/linker'
import type { ResolvedCommits } from '@/lib/linking/resolve-commit'
import { settleUnlinked } from '@/lib/linking/settle-unlinked'
import { log } from '@/lib/log'
import { startTrial } from '@/lib/plans/start-trial'
import type { Queryable } from '@/lib/transaction'

export type Recorded = {
  action: 'created' | 'updated'
  /** Id of the stored record. */
  deploymentId: number
  /** Pull requests that the deployment ships after this event, as far as linked by now; 0 unless a production success. */
  linkedPRs: number
  /** Whether it is still to be linked, which happens by itself. */
  linking: boolean
}

/** What is left of a request's time for the database when it stops waiting for links. */
const reserveMs = 500

/** Deployments that this process is linking for an event: another event of them does not wait for it to be stored. */
const beingLinked = new Map<string, number>()

/**
 * Stores one event of a deployment, starts the trial with an organization's first event, then links what the deployment
 * shipped for as long as `budget` has time; what does not fit is linked in the background. Rejects only when nothing was
 * stored. Posting the same event again changes nothing but the timeline.
 */
export async function recordDeployment(
  caller: Sender,
  event: DeploymentEvent,
  budget: DatabaseBudget,
): Promise<Recorded> {
  const key = `${caller.organizationId}/${event.deploymentId}`
  const stored = await inTurn(key, (turn) =>
    budget((signal) => {
      if (beingLinked.has(key)) turn.held = true
      return store(caller, event, turn, signal)
    }),
  )
  const linked = await linkInTime(caller, key, stored, budget).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) log.error('event not linked at once', { deploymentId: stored.id, error })
    return null
  })
  const linkedPRs = linked ?? (await knownLinks(caller, stored, budget))
  return { ...answer(stored, linkedPRs), linking: linked === null && stored.markId !== null }
}

/**
 * Stores any event and links what its deployment shipped. Needs a transaction. `resolved` spares a look-up where the
 * commits were found already.
 */
export async function recordAndLink(
  client: Queryable,
  caller: Sender,
  event: DeploymentEvent,
  resolved?: ResolvedCommits,
): Promise<Omit<Recorded, 'linking'>> {
  const stored = await storeEvent(client, caller, event)
  const { organizationId } = caller
  if (stored.markId === null) return answer(stored, await countLinks(client, stored))
  const { linkedPRs } = await linkStored(client, { organizationId, id: stored.id, resolved })
  return answer(stored, linkedPRs)
}

/** Waits for no lock that linking holds for more than a moment: the event is then stored in the timeline alone. */
async function store(
  caller: Sender,
  event: DeploymentEvent,
  turn: Turn,
  signal: AbortSignal,
): Promise<MarkedDeployment> {
  for (;;) {
    try {
      return await ingestTransaction(caller.organizationId, signal, (client) => storeOne(client, caller, event, turn))
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      signal.throwIfAborted()
      turn.held = true
    }
  }
}

async function storeOne(
  client: Queryable,
  caller: Sender,
  event: DeploymentEvent,
  turn: Turn,
): Promise<MarkedDeployment> {
  const behind = turn.held ? await storeBehind(client, caller, event) : null
  const stored = behind ?? (await storeInOrder(client, caller, event)) ?? (await storeOutOfOrder(client, caller, event))
  if (caller.plan === 'free' && !caller.trialStarted) await startTrial(client, caller.organizationId)
  return stored
}

/** How many pull requests count once it is linked. */
async function linkInTime(
  caller: Sender,
  key: string,
  stored: MarkedDeployment,
  budget: DatabaseBudget,
): Promise<number> {
  const { organizationId } = caller
  if (stored.markId === null) {
    return budget((signal) => ingestConnection(organizationId, signal, (client) => countLinks(client, stored)))
  }
  return budget(async (signal) => {
    const resolved = stored.created
      ? await ingestConnection(organizationId, signal, (client) => settleUnlinked(client, caller, stored))
      : undefined
    if (resolved === null) return 0
    const { linkedPRs } = await whileLinking(key, () => requestLink({ organizationId, id: stored.id, resolved }))
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

/** What is linked while it is still to be linked anew; nothing where not even that can be read. */
async function knownLinks(
  { organizationId }: Sender,
  stored: MarkedDeployment,
  budget: DatabaseBudget,
): Promise<number> {
  if (stored.created) return 0
  return budget((signal) => ingestConnection(organizationId, signal, (client) => countLinks(client, stored))).catch(
    () => 0,
  )
}
