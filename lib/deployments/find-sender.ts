import type { Caller } from '@/lib/api-keys/authenticate'
import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import type { Queryable } from '@/lib/transaction'

/** Whose event it is: the caller behind a key, or, without a key, a person of the organization. */
export type Sender = Omit<Caller, 'apiKeyId'> & { apiKeyId: number | null }

const find = `
  SELECT o.slug, o.production_names AS "productionNames", o.plan, o.trial_started_at IS NOT NULL AS "trialStarted",
    EXISTS (SELECT FROM repositories r WHERE r.organization_id = o.id) AS "hasRepositories"
  FROM organizations o WHERE o.id = $1`

/** An organization as the sender of events that no key sent; read by `client` within a transaction. Throws `not_found`. */
export async function findSender(organizationId: number, client: Queryable = db().people): Promise<Sender> {
  const { rows } = await client.query<Omit<Sender, 'organizationId' | 'apiKeyId'>>(find, [organizationId])
  const [organization] = rows
  if (!organization) throw new AppError('not_found', 'No such organization')
  return { ...organization, organizationId, apiKeyId: null }
}
