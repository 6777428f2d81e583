import { rememberCaller } from '@/lib/accounts/known-callers'
import { lookUpTogether } from '@/lib/accounts/look-up-together'
import { crowdOfOrganization } from '@/lib/accounts/members/crowd-of-person'
import { isSecret } from '@/lib/accounts/oauth/tokens'
import { hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'

/** The organization that an access token opens, and the person who granted it. */
export type Access = { organizationId: number; userId: number }

type Row = Access & { id: number; hash: string; audience: string; stale: boolean }

const unusedForAMinute = `(g.last_used_at IS NULL OR g.last_used_at < now() - interval '1 minute')`

/** A grant ends with the membership it refers to, so that there is one at this very moment. */
const findGrants = {
  name: 'find-oauth-grants',
  text: `
    SELECT g.id, g.access_hash AS hash, g.resource AS audience, g.organization_id AS "organizationId",
      g.user_id AS "userId", ${unusedForAMinute} AS stale
    FROM oauth_grants g WHERE g.access_hash = ANY ($1) AND g.access_expires_at > now()`,
}

/** Once is enough for many requests at once: none waits for another that does it. */
const touchGrants = `
  UPDATE oauth_grants SET last_used_at = now() WHERE (organization_id, user_id, id) IN (
    SELECT g.organization_id, g.user_id, g.id FROM oauth_grants g
    JOIN unnest($1::int[], $2::int[], $3::int[]) AS used (organization_id, user_id, id)
      USING (organization_id, user_id, id)
    WHERE ${unusedForAMinute} FOR NO KEY UPDATE OF g SKIP LOCKED)`

const find = lookUpTogether<Row>({
  kind: 'access tokens',
  turns: 'pages',
  find: async (hashes) => {
    const { people } = db()
    const { rows } = await people.query<Row>({ ...findGrants, values: [hashes] })
    const stale = rows.filter((row) => row.stale)
    if (stale.length > 0) {
      const ids = [stale.map((row) => row.organizationId), stale.map((row) => row.userId), stale.map((row) => row.id)]
      await people.query(touchGrants, ids)
    }
    return rows
  },
  secretOf: ({ hash }) => hash,
})

/**
 * What an access token opens when it is sent to `audience`, the address of a resource: null for one that is unknown,
 * was ended, has expired, is for another resource, or whose person has left the organization. Looked up on every
 * request, nothing is cached; what has not the form of a token is not looked up.
 */
export async function findAccess(token: string, audience: string): Promise<Access | null> {
  if (!isSecret('access', token)) return null
  const row = await find(hashToken(token))
  if (row?.audience !== audience) return null
  const { organizationId, userId } = row
  rememberCaller(token, crowdOfOrganization(organizationId))
  return { organizationId, userId }
}
