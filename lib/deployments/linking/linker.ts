import { tracingChannel } from 'node:diagnostics_channel'
import { log } from '@/lib/core/log'
import type { Semaphores } from '@/lib/core/semaphore'
import { createShareNext, type ShareNext } from '@/lib/core/share-next'
import { slowApart } from '@/lib/core/slow-apart'
import { traced } from '@/lib/core/traced'
import { isDatabaseUnavailable } from '@/lib/db/database-errors'
import { db, maxLinking } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { type Linked, type LinkTask, linkStored } from '@/lib/deployments/linking/link-stored'
import { wakeLinkWorker } from './wake'

/** At once: what takes long, or waits for the lock of a repository, leaves connections to other organizations. */
const max = { quick: maxLinking - 2, each: 2, slow: 2, slowMs: 2_000 }

type Linker = { share: ShareNext<number, Linked>; turns: Semaphores<number> }

/** What measures linking listens here, by this name. */
const runs = tracingChannel('leadline:link')

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as { leadlineLinker?: Linker }

/**
 * Links a stored deployment as soon as it is its turn, and goes on with it however long its caller waits. Callers at
 * once share the run that begins after their call. One that fails keeps its marks: the worker tries again, later each
 * time.
 */
export function requestLink(task: LinkTask, compare = false): Promise<Linked> {
  holder.leadlineLinker ??= { share: createShareNext(), turns: slowApart(max) }
  const linker = holder.leadlineLinker
  return linker.share(task.id, () => link(linker, task, compare))
}

async function link(linker: Linker, task: LinkTask, compare: boolean): Promise<Linked> {
  try {
    const run = () => inTransaction(db().linking, never, (client) => linkStored(client, task, compare))
    const work = () => runs.tracePromise(() => traced('link deployment', run), {})
    return await linker.turns(task.organizationId, work)
  } catch (error) {
    const { organizationId, id } = task
    if (!isDatabaseUnavailable(error)) log.error('deployment not linked', { organizationId, deploymentId: id, error })
    await postpone(task)
    wakeLinkWorker()
    throw error
  }
}

const maxDelaySeconds = 60

/** Puts a deployment off that could not be linked, for longer each time, but for marks that another process has taken. */
async function postpone({ organizationId, id }: LinkTask): Promise<void> {
  await db()
    .people.query(
      `UPDATE pending_links SET attempts = least(attempts + 1, 20),
         not_before = now() + least(2 ^ least(attempts, 20), ${maxDelaySeconds}) * interval '1 second'
       WHERE organization_id = $1 AND deployment_id = $2 AND id IN (
         SELECT id FROM pending_links WHERE organization_id = $1 AND deployment_id = $2
         FOR NO KEY UPDATE SKIP LOCKED)`,
      [organizationId, id],
    )
    .catch(() => undefined)
}
