import { isDatabaseUnavailable } from '@/lib/database-errors'
import { db, maxLinking } from '@/lib/db'
import { type Linked, type LinkTask, linkStored } from '@/lib/linking/link-stored'
import { log } from '@/lib/log'
import { type Semaphore, type Semaphores, semaphore, semaphores } from '@/lib/semaphore'
import { createShareNext, type ShareNext } from '@/lib/share-next'
import { inTransaction } from '@/lib/transaction'
import { wakeLinkWorker } from './wake'

/** Of one organization: what waits for the lock of its repository leaves connections to others. */
const maxLinkingEach = 2

type Linker = {
  share: ShareNext<number, Linked>
  all: Semaphore
  each: Semaphores<number>
}

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as { leadlineLinker?: Linker }

const never = new AbortController().signal

/**
 * Links a stored deployment as soon as it is its turn, and goes on with it however long its caller waits. Callers at
 * once share the run that begins after they asked. One that fails keeps its marks: the worker tries again, later each
 * time.
 */
export function requestLink(task: LinkTask, compare = false): Promise<Linked> {
  holder.leadlineLinker ??= { share: createShareNext(), all: semaphore(maxLinking), each: semaphores(maxLinkingEach) }
  const linker = holder.leadlineLinker
  return linker.share(task.id, () => link(linker, task, compare))
}

async function link(linker: Linker, task: LinkTask, compare: boolean): Promise<Linked> {
  try {
    const work = () => inTransaction(db().linking, never, (client) => linkStored(client, task, compare))
    return await linker.each(task.organizationId, () => linker.all(work))
  } catch (error) {
    const { organizationId, id } = task
    if (!isDatabaseUnavailable(error)) log.error('deployment not linked', { organizationId, deploymentId: id, error })
    await postpone(id)
    wakeLinkWorker()
    throw error
  }
}

const maxDelaySeconds = 60

/** Puts a deployment off that could not be linked, for longer each time, but for marks that another process has taken. */
async function postpone(id: number): Promise<void> {
  await db()
    .people.query(
      `UPDATE pending_links SET attempts = least(attempts + 1, 20),
         not_before = now() + least(2 ^ least(attempts, 20), ${maxDelaySeconds}) * interval '1 second'
       WHERE id IN (SELECT id FROM pending_links WHERE deployment_id = $1 FOR NO KEY UPDATE SKIP LOCKED)`,
      [id],
    )
    .catch(() => undefined)
}
