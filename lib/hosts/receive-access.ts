import type { Queryable } from '@/lib/transaction'
import type { Receiver } from './find-receiver'
import type { HostEvent } from './model'

type AccessEvent = Extract<HostEvent, { kind: 'access' }>

const grant = `
  UPDATE host_connections SET installation_id = $2, problem = NULL, problem_at = NULL
  WHERE id = $1 AND app_id IS NOT NULL`

const withdraw = `
  UPDATE host_connections SET problem = $3, problem_at = now()
  WHERE id = $1 AND app_id IS NOT NULL AND (installation_id IS NULL OR installation_id = $2)`

const withdrawn =
  'The app was uninstalled or suspended at GitHub. Install it again, or remove the connection. Nothing is updated meanwhile.'

/**
 * Notes that a connection's app was installed or lost its installation. Returns the repositories to read then: that
 * finds out how things stand, should the host tell of it in another order than it happened.
 */
export async function receiveAccess(
  client: Queryable,
  { id, organizationId }: Receiver,
  { change, installationId }: AccessEvent,
): Promise<number[]> {
  if (change === 'removed') {
    await client.query(withdraw, [id, installationId, withdrawn])
    return []
  }
  await client.query(grant, [id, installationId])
  const { rows } = await client.query<{ id: number }>(
    'SELECT id FROM repositories WHERE connection_id = $1 AND organization_id = $2 AND monitored',
    [id, organizationId],
  )
  return rows.map((repository) => repository.id)
}
