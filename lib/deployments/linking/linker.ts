import { tracingChannel } from 'node:diagnostics_channel'
import { addStoredRows } from '@/lib/accounts/stored-bytes/add'
import { log } from '@/lib/core/log'
import type { Semaphores } from '@/lib/core/semaphore'
import { settledWithin } from '@/lib/core/settled-within'
import { createShareNext, type ShareNext } from '@/lib/core/share-next'
import { createShareRuns, type ShareRuns } from '@/lib/core/share-runs'
import { slowApart } from '@/lib/core/slow-apart'
import { traced } from '@/lib/core/traced'
import { isDatabaseUnavailable } from '@/lib/db/database-errors'
import { db, maxLinking } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { type Linked, type LinkTask, linkStored } from '@/lib/deployments/linking/link-stored'
import { linkTogether, type Named, namedDeployment } from '@/lib/deployments/linking/link-together'
import { wakeLinkWorker } from './wake'

/** Whether to say if links changed, and which rows that are added count in the organization's day. */
type How = { compare: boolean; counted: 'beyond those of its event' | 'all' | 'none' }

const usual: How = { compare: false, counted: 'beyond those of its event' }

/** At once: what takes long, or waits for the lock of a repository, leaves connections to other organizations. */
const max = { quick: maxLinking - 2, each: 2, slow: 2, slowMs: 2_000, restMs: 30_000 }

/** One of a key. What comes meanwhile is linked together. */
const groups = { maxRuns: 1, maxItems: 16 }

/** What takes longer keeps others of the organization waiting no more, only those of its repositories. */
const waitMs = 50

type Turns = Semaphores<number>
type GroupTask = { task: LinkTask; named: Named }
type InGroup = Linked | 'busy' | 'alone'

type Linker = {
  share: ShareNext<number, Linked>
  turns: Turns
  ofOrganization: ShareRuns<number, GroupTask, { linked: Promise<InGroup> }>
  ofRepository: ShareRuns<string, GroupTask, InGroup>
}

/** What measures linking listens here, by this name. */
const runs = tracingChannel('leadline:link')

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as { leadlineLinker?: Linker }

/**
 * Links a stored deployment as soon as it is its turn, and goes on with it however long its caller waits. Callers at
 * once share the run that begins after their call. Those that were just created, of one organization, are linked
 * together where they come at once: of several repositories, those that are free, then those of each that was not. One
 * that fails keeps its marks: the worker tries again, later each time.
 */
export function requestLink(task: LinkTask, how: Partial<How> = {}): Promise<Linked> {
  holder.leadlineLinker ??= createLinker()
  const linker = holder.leadlineLinker
  return linker.share(task.id, async () => {
    const inGroup = await linkInGroup(linker, task)
    return typeof inGroup === 'string' ? linkAlone(linker.turns, task, { ...usual, ...how }) : inGroup
  })
}

function createLinker(): Linker {
  const turns = slowApart(max)
  const ofRepository: Linker['ofRepository'] = createShareRuns((_, group) => linkGroup(turns, group), groups)
  const ofOrganization: Linker['ofOrganization'] = createShareRuns(async (_, group) => {
    const all = areOfOne(group) ? undefined : linkGroup(turns, group)
    const each = group.map(async (item, index) =>
      all ? ((await all)[index] ?? 'alone') : ofRepository(repositoryOf(item), item),
    )
    await settledWithin(Promise.allSettled(each), waitMs)
    return each.map((linked) => ({ linked }))
  }, groups)
  return { share: createShareNext(), turns, ofOrganization, ofRepository }
}

function areOfOne(group: readonly GroupTask[]): boolean {
  return new Set(group.map(repositoryOf)).size === 1
}

const repositoryOf = ({ task, named }: GroupTask) => `${task.organizationId} ${named.current.repositoryId}`

async function linkInGroup({ ofOrganization, ofRepository }: Linker, task: LinkTask): Promise<InGroup> {
  const named = task.created && namedDeployment(task.created)
  if (!named) return 'alone'
  const item = { task, named }
  const { linked } = await ofOrganization(task.organizationId, item)
  return (await linked) === 'busy' ? ofRepository(repositoryOf(item), item) : linked
}

async function linkGroup(turns: Turns, group: readonly GroupTask[]): Promise<InGroup[]> {
  const [first] = group
  if (!first) return []
  if (group.length === 1) return [await linkAlone(turns, first.task, usual)]
  const { organizationId } = first.task
  const all = group.map(({ named }) => named)
  try {
    const run = () => inTransaction(db().linking, never, (client) => linkTogether(client, organizationId, all))
    const { linked, rows } = await turns(organizationId, () => measured(run))
    await countRows(organizationId, { rows, events: group.length })
    return linked.map((one) => (typeof one === 'string' ? one : { ...one, changed: null }))
  } catch (error) {
    // What is wrong with one keeps no other from being linked.
    if (!isDatabaseUnavailable(error)) {
      log.error('deployments not linked together', { organizationId, error })
      return group.map(() => 'alone')
    }
    await postpone(
      organizationId,
      group.map(({ task }) => task.id),
    )
    throw error
  }
}

async function linkAlone(turns: Turns, task: LinkTask, { compare, counted }: How): Promise<Linked> {
  const { organizationId, id } = task
  try {
    const run = () => inTransaction(db().linking, never, (client) => linkStored(client, task, compare))
    const { rows, ...linked } = await turns(organizationId, () => measured(run))
    if (counted !== 'none') await countRows(organizationId, { rows, events: counted === 'all' ? 0 : 1 })
    return linked
  } catch (error) {
    if (!isDatabaseUnavailable(error)) log.error('deployment not linked', { organizationId, deploymentId: id, error })
    await postpone(organizationId, [id])
    throw error
  }
}

async function countRows(organizationId: number, added: { rows: number; events: number }): Promise<void> {
  await addStoredRows(db().people, organizationId, added).catch((error: unknown) => {
    log.warn('rows of links not counted', { organizationId, error })
  })
}

function measured<T>(run: () => Promise<T>): Promise<T> {
  return runs.tracePromise(() => traced('link deployment', run), {})
}

const maxDelaySeconds = 60

/** Puts deployments off that could not be linked, longer each time, but for marks that another process has taken. */
async function postpone(organizationId: number, ids: readonly number[]): Promise<void> {
  await db()
    .people.query(
      `UPDATE pending_links SET attempts = least(attempts + 1, 20),
         not_before = to_timestamp(extract(epoch FROM now()) + least(2 ^ least(attempts, 20), ${maxDelaySeconds}))
       WHERE organization_id = $1 AND deployment_id = ANY ($2) AND id IN (
         SELECT id FROM pending_links WHERE organization_id = $1 AND deployment_id = ANY ($2)
         FOR NO KEY UPDATE SKIP LOCKED)`,
      [organizationId, ids],
    )
    .catch(() => undefined)
  wakeLinkWorker()
}
