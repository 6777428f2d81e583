import { addStoredEvent } from '@/lib/accounts/stored-bytes/add'
import { hostTransaction } from '@/lib/db/ingest-for'
import { type Queryable, runDeferred } from '@/lib/db/transaction'
import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import type { Receiver } from './find-receiver'
import type { HostEvent, HostRepository } from './model'
import { receiveAccess } from './receive-access'
import { receiveDeployment } from './receive-deployment'
import { stopFollowing } from './stop-following'
import { storeHostPullRequests } from './store-pull-requests'
import { queueSync } from './sync/request'
import { wakeSyncWorker } from './sync/wake'
import { unknownConnection } from './unknown-connection'

/** A webhook of a connection, read. */
export type Delivery = { connection: Receiver; deliveryId: string; events: readonly HostEvent[] }

/** What may take its time: linking again, reading from the host, and taking over what a repository is called now. */
export type FollowUp = RepositoryKey &
  ({ work: 'relink' } | { work: 'link' } | { work: 'sync' } | { work: 'rename'; reported: HostRepository })

export type Received = { outcome: 'accepted' | 'known' | 'ignored'; followUps: FollowUp[] }

/** A repository that is followed through the connection. */
type Followed = { id: number; hostId: string; service: string }

/** So that it is not removed before the delivery is kept. */
const hold = 'SELECT FROM host_connections WHERE organization_id = $1 AND id = $2 FOR KEY SHARE'

const keepDelivery = `
  INSERT INTO host_deliveries (organization_id, connection_id, delivery_id, permanent) VALUES ($1, $2, $3, $4)
  ON CONFLICT (organization_id, connection_id, delivery_id) DO NOTHING`

/** Only deployments are called as their repository is: of thousands that are removed it would take long to find out. */
const findFollowed = `
  SELECT id, host_id AS "hostId", CASE WHEN name_is_shared THEN full_name ELSE name END AS service
  FROM (
    SELECT r.*, substring(r.full_name FROM '[^/]*$') AS name, EXISTS (
      SELECT FROM repositories o
      WHERE $4::boolean AND o.organization_id = r.organization_id AND o.name_key = r.name_key AND o.id <> r.id) AS name_is_shared
    FROM repositories r
    WHERE r.connection_id = $1 AND r.organization_id = $2 AND r.host_id = ANY ($3::text[]) AND r.monitored) AS followed`

/**
 * Does what the events of a delivery say, and keeps its id, in one transaction: all of it or nothing, and nothing once
 * `signal` is aborted. `known` when it was done before, `ignored` when none of it is about what is followed here. Throws
 * `unauthenticated` once the connection is removed.
 */
export async function receiveEvents(delivery: Delivery, signal: AbortSignal): Promise<Received> {
  const { connection, deliveryId, events } = delivery
  const received = await hostTransaction<Received>(connection.organizationId, signal, async (client) => {
    // A host may not send it again: what else is stored meanwhile is waited for as long as there is time.
    await client.query('SET LOCAL lock_timeout = 0')
    if ((await client.query(hold, [connection.organizationId, connection.id])).rowCount === 0) throw unknownConnection()
    const followed = await findRepositories(client, connection, events)
    const relevant = events.filter((event) => isRelevant(event, connection, followed))
    if (relevant.length === 0) return { outcome: 'ignored', followUps: [] }
    const kept = [connection.organizationId, connection.id, deliveryId, relevant.some(hasNoTime)]
    const { rowCount } = await client.query(keepDelivery, kept)
    if (rowCount === 0) return { outcome: 'known', followUps: [] }
    await stopFollowing(client, connection, removedOf(relevant, followed))
    const followUps: FollowUp[] = []
    for (const event of relevant) {
      if (!isRemoval(event)) followUps.push(...(await receive(client, connection, event, followed)))
    }
    await runDeferred(client)
    await addStoredEvent(client, connection.organizationId, relevant)
    return { outcome: 'accepted', followUps }
  })
  if (received.outcome === 'accepted') wakeSyncWorker()
  return received
}

function isRelevant(event: HostEvent, connection: Receiver, followed: ReadonlyMap<string, Followed>): boolean {
  if (event.kind === 'access') return true
  if (event.kind === 'deployment' && !connection.takesDeployments) return false
  return followed.has(event.repository.hostId)
}

/** Of pull requests and deployments the times they carry say which state is the later one; of these nothing does. */
function hasNoTime({ kind }: HostEvent): boolean {
  return kind === 'access' || kind === 'repository'
}

function isRemoval(event: HostEvent): event is Extract<HostEvent, { kind: 'repository' }> {
  return event.kind === 'repository' && event.change === 'removed'
}

/** Ids of the followed repositories that are gone: one delivery may name thousands. */
function removedOf(events: readonly HostEvent[], followed: ReadonlyMap<string, Followed>): number[] {
  return events.filter(isRemoval).flatMap(({ repository }) => followed.get(repository.hostId)?.id ?? [])
}

async function findRepositories(
  client: Queryable,
  { id, organizationId }: Receiver,
  events: readonly HostEvent[],
): Promise<Map<string, Followed>> {
  const hostIds = events.flatMap((event) => ('repository' in event ? event.repository.hostId : []))
  const named = events.some(({ kind }) => kind === 'deployment')
  const { rows } = await client.query<Followed>(findFollowed, [id, organizationId, hostIds, named])
  return new Map(rows.map((row) => [row.hostId, row]))
}

async function receive(
  client: Queryable,
  connection: Receiver,
  event: HostEvent,
  followed: ReadonlyMap<string, Followed>,
): Promise<FollowUp[]> {
  const { organizationId } = connection
  if (event.kind === 'access') {
    const repositoryIds = await receiveAccess(client, connection, event)
    return repositoryIds.map((repositoryId) => ({ work: 'sync', organizationId, repositoryId }))
  }
  const repository = followed.get(event.repository.hostId)
  if (!repository) return []
  const key = { organizationId, repositoryId: repository.id }
  const sync = () => queueSync(client, organizationId, repository.id)
  switch (event.kind) {
    case 'pull request':
      await storeHostPullRequests(client, key, [event.pullRequest])
      // Who reviewed first and what it touches stands in no webhook.
      if (event.pullRequest.state !== 'open') await sync()
      return [{ work: 'relink', ...key }]
    case 'push':
      await sync()
      return []
    case 'repository':
      await sync()
      return [{ work: 'rename', ...key, reported: event.repository }]
    case 'deployment':
      await receiveDeployment(client, connection, repository.service, event.deployment)
      return [{ work: 'link', ...key }]
  }
}
