import { startTrial } from '@/lib/accounts/plans/start-trial'
import type { Sender } from '@/lib/accounts/sender'
import { createShareRuns } from '@/lib/core/share-runs'
import { isConnectionLost, isLockTimeout } from '@/lib/db/database-errors'
import type { Turn } from '@/lib/db/in-turn'
import { ingestConnection, ingestTransactionThen } from '@/lib/db/ingest-for'
import { allAnswered, never, type Queryable } from '@/lib/db/transaction'
import type { Found } from '@/lib/deployments/linking/resolve-commit'
import { findCreated, settleUnlinked, type Unlinked } from '@/lib/deployments/linking/settle-unlinked'
import type { DeploymentEvent } from '@/lib/deployments/schema'
import { storeBehind, storeOutOfOrder } from '@/lib/deployments/store-event'
import { rowOf, storeGroupInOrder, storeInOrder } from '@/lib/deployments/store-in-order'
import type { MarkedDeployment } from '@/lib/deployments/stored-deployment'

/** An event whose deployment has its turn; not stored once `signal` is aborted. */
export type Arrived = { sender: Sender; event: DeploymentEvent; turn: Turn; signal: AbortSignal }

/** The deployment as it is stored, and what is known of its commits, as `findCreated` says, when that is answered. */
export type StoredAndAsked = { result: MarkedDeployment; asked: Promise<Found | null> }

type Row = Arrived & { row: string }

/** Of an organization: what comes while one is under way shares the next. */
const maxRuns = 1
const maxEvents = 16
/** Of JSON: what is longer comes in one piece of work each. */
const maxCharacters = 256 * 1024

/** Those of one organization that were told the same of its repositories. */
const keyOf = ({ organizationId, hasRepositories }: Sender) => `${organizationId} ${hasRepositories}`

/** The routes that store events are bundled apart and share these. */
const holder = globalThis as {
  leadlineStoreRuns?: ReturnType<typeof createShareRuns<string, Row, StoredAndAsked | null>>
  leadlineSettleRuns?: ReturnType<typeof createShareRuns<number, Unlinked, boolean>>
}
holder.leadlineStoreRuns ??= createShareRuns((_, rows) => storeGroup(rows), {
  maxRuns,
  maxItems: maxEvents,
  maxWeight: maxCharacters,
  weigh: ({ row }) => row.length,
})
const storeInGroup = holder.leadlineStoreRuns

/**
 * Stores an event, in one transaction with those of its organization that come meanwhile, and starts the trial with an
 * organization's first. One that cannot be stored so is stored alone: it has been overtaken, its deployment is held, or
 * something is wrong with one of the group. What is known of the commits of a new deployment is asked right behind the
 * commit: what becomes known later marks it.
 */
export async function storeTogether(arrived: Arrived): Promise<StoredAndAsked> {
  const { sender, event, turn } = arrived
  const stored = turn.held ? null : await storeInGroup(keyOf(sender), { ...arrived, row: rowOf(sender, event) })
  return stored ?? storeAlone(arrived)
}

/** Null for each that is not stored so. */
async function storeGroup(group: readonly Row[]): Promise<(StoredAndAsked | null)[]> {
  const rows = group.filter(({ signal }) => !signal.aborted).sort(byDeployment)
  const [first] = rows
  if (!first) return group.map(() => null)
  try {
    const { sender } = first
    const { result: stored, asked } = await ingestTransactionThen(
      sender.organizationId,
      rows.map(({ signal }) => signal),
      async (client) => {
        const storing = storeGroupInOrder(
          client,
          sender,
          rows.map(({ row }) => row),
        )
        const [deployments] = await allAnswered([storing, startTrialOf(client, rows)])
        return deployments
      },
      (client, deployments) => findCreated(client, sender, [...deployments.values()]),
    )
    const index = new Map([...stored.keys()].map((id, position) => [id, position]))
    return group.map(({ event: { deploymentId } }) => {
      const result = stored.get(deploymentId)
      if (!result) return null
      return { result, asked: answerOf(asked, (found) => found[index.get(deploymentId) as number]) }
    })
  } catch (error) {
    if (isConnectionLost(error)) throw error
    return group.map(() => null)
  }
}

/** Deployments in one order: two groups never wait for each other in a circle. */
function byDeployment(one: Row, other: Row): number {
  return one.event.deploymentId < other.event.deploymentId ? -1 : 1
}

/**
 * Waits for no lock that linking holds for more than a moment: the event is then stored in the timeline alone.
 */
async function storeAlone({ sender, event, turn, signal }: Arrived): Promise<StoredAndAsked> {
  for (;;) {
    try {
      const { result, asked } = await ingestTransactionThen(
        sender.organizationId,
        [signal],
        async (client) => {
          const behind = turn.held ? await storeBehind(client, sender, event) : null
          const stored =
            behind ?? (await storeInOrder(client, sender, event)) ?? (await storeOutOfOrder(client, sender, event))
          await startTrialOf(client, [{ sender }])
          return stored
        },
        (client, stored) => findCreated(client, sender, [stored]),
      )
      return { result, asked: answerOf(asked, ([found]) => found) }
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      signal.throwIfAborted()
      turn.held = true
    }
  }
}

/** What one event is answered of what was asked for several. One that does not look at it need not handle a failure. */
function answerOf(
  asked: Promise<(Found | null)[]>,
  pick: (found: (Found | null)[]) => Found | null | undefined,
): Promise<Found | null> {
  const answer = asked.then((found) => pick(found) ?? null)
  answer.catch(() => undefined)
  return answer
}

async function startTrialOf(client: Queryable, senders: readonly { sender: Sender }[]): Promise<void> {
  const waiting = senders.find(({ sender: { plan, trialStarted } }) => plan === 'free' && !trialStarted)
  if (waiting) await startTrial(client, waiting.sender.organizationId)
}

holder.leadlineSettleRuns ??= createShareRuns(settleGroup, { maxRuns, maxItems: maxEvents })

/** Settles a deployment of an organization as `settleUnlinked` does, together with others of it. */
export const settleTogether = holder.leadlineSettleRuns

function settleGroup(organizationId: number, group: readonly Unlinked[]): Promise<boolean[]> {
  return ingestConnection(organizationId, never, (client) => settleUnlinked(client, organizationId, group))
}
