import { recordAudit } from '@/lib/accounts/audit/record'
import type { Queryable } from '@/lib/db/transaction'
import { connectionSubject } from '@/lib/sources/connections/find'
import type { Receiver } from './find-receiver'
import { hostNames } from './host-names'
import type { HostEvent } from './model'

type AccessEvent = Extract<HostEvent, { kind: 'access' }>

type Changed = { name: string; baseUrl: string; isNews: boolean }

const before = `
  WITH before AS (
    SELECT id, installation_id, problem FROM host_connections
    WHERE organization_id = $1 AND id = $2 AND app_id IS NOT NULL FOR NO KEY UPDATE)`

const grant = `${before}
  UPDATE host_connections c SET installation_id = $3, problem = NULL, problem_at = NULL FROM before
  WHERE c.organization_id = $1 AND c.id = before.id
  RETURNING c.name, c.base_url AS "baseUrl",
    before.installation_id IS DISTINCT FROM $3 OR before.problem IS NOT DISTINCT FROM $4 AS "isNews"`

const withdraw = `${before}
  UPDATE host_connections c SET problem = $4, problem_at = now() FROM before
  WHERE c.organization_id = $1 AND c.id = before.id
    AND (before.installation_id IS NULL OR before.installation_id = $3)
  RETURNING c.name, c.base_url AS "baseUrl", before.problem IS DISTINCT FROM $4 AS "isNews"`

const withdrawn =
  'The app was uninstalled or suspended at GitHub. Install it again, or remove the connection. Nothing is updated meanwhile.'

/**
 * Notes that a connection's app was installed or lost its installation. Returns the repositories to read then: that
 * finds out how things stand, should the host report it in another order than it happened.
 */
export async function receiveAccess(
  client: Queryable,
  connection: Receiver,
  { change, installationId }: AccessEvent,
): Promise<number[]> {
  const { id, organizationId } = connection
  const isGrant = change === 'granted'
  const { rows } = await client.query<Changed>(isGrant ? grant : withdraw, [
    organizationId,
    id,
    installationId,
    withdrawn,
  ])
  const [changed] = rows
  if (changed?.isNews) await record(client, connection, isGrant ? 'app.installed' : 'app.withdrawn', changed)
  if (!isGrant) return []
  const followed = await client.query<{ id: number }>(
    'SELECT id FROM repositories WHERE connection_id = $1 AND organization_id = $2 AND monitored',
    [id, organizationId],
  )
  return followed.rows.map((repository) => repository.id)
}

async function record(
  client: Queryable,
  { id, organizationId, host }: Receiver,
  action: string,
  changed: Changed,
): Promise<void> {
  const actor = { organizationId, userId: null, host: hostNames[host] }
  await recordAudit(client, actor, { action, subject: connectionSubject(changed), subjectId: id })
}
