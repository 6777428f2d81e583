import { rememberCaller } from '@/lib/accounts/known-callers'
import { lookUpSecret } from '@/lib/accounts/look-up-secret'
import { crowdOfOrganization } from '@/lib/accounts/members/crowd-of-person'
import { isSecret } from '@/lib/accounts/oauth/tokens'
import { findOrganizationById, type Organization } from '@/lib/accounts/organizations/find'
import { hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'

/** The organization that an access token opens, and the person who granted it. */
export type Access = { organization: Organization; userId: number }

type Row = { id: number; organizationId: number; userId: number; stale: boolean }

const unusedForAMinute = `(g.last_used_at IS NULL OR g.last_used_at < now() - interval '1 minute')`

/** A grant ends with the membership it refers to, so that there is one at this very moment. */
const findGrant = {
  name: 'find-oauth-grant',
  text: `
    SELECT g.id, g.organization_id AS "organizationId", g.user_id AS "userId", ${unusedForAMinute} AS stale
    FROM oauth_grants g WHERE g.access_hash = $1 AND g.access_expires_at > now() AND g.resource = $2`,
}

/** Once is enough for many requests at once: none waits for another that does it. */
const touchGrant = `
  UPDATE oauth_grants SET last_used_at = now() WHERE organization_id = $1 AND user_id = $2 AND id = (
    SELECT g.id FROM oauth_grants g
    WHERE g.organization_id = $1 AND g.user_id = $2 AND g.id = $3 AND ${unusedForAMinute}
    FOR NO KEY UPDATE SKIP LOCKED)`

/**
 * What an access token opens when it is sent to `audience`, the address of a resource: null for one that is unknown, was
 * ended, has expired, is for another resource, or whose person has left the organization. Looked up on every request,
 * nothing is cached; what has not the form of a token is not looked up.
 */
export async function findAccess(token: string, audience: string): Promise<Access | null> {
  if (!isSecret('access', token)) return null
  const values = [hashToken(token), audience]
  const { rows } = await lookUpSecret(token, () => db().people.query<Row>({ ...findGrant, values }))
  const [row] = rows
  if (!row) return null
  const { id, organizationId, userId, stale } = row
  rememberCaller(token, crowdOfOrganization(organizationId))
  if (stale) await db().people.query(touchGrant, [organizationId, userId, id])
  return { organization: await findOrganizationById(organizationId), userId }
}
