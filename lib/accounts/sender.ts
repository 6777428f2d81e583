import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { Queryable } from '@/lib/db/transaction'
import type { Plan } from '@/lib/generated/prisma/enums'

/** Who sends events to an organization, with what recording and linking one depends on. */
export type Sender = {
  organizationId: number
  /** Null for events that no key sent: test events, deployments that a host reports, corrections. */
  apiKeyId: number | null
  slug: string
  productionNames: string[]
  plan: Plan
  trialStarted: boolean
  /** Whether there is anything that a commit could be found in. */
  hasRepositories: boolean
}

/** Columns of a Sender that are its organization's, `o`, or are counted of it by an expression that has its id. */
export const senderColumns = (organizationId: string) => `
  o.id AS "organizationId", o.slug, o.production_names AS "productionNames", o.plan,
  o.trial_started_at IS NOT NULL AS "trialStarted",
  EXISTS (SELECT FROM repositories r WHERE r.organization_id = ${organizationId}) AS "hasRepositories"`

/**
 * An organization as the sender of events that no key sent. In a transaction of `client`, `held` keeps its settings as
 * they are to the end. Throws `not_found`.
 */
export async function findSender(
  organizationId: number,
  { client = db().people, held = false }: { client?: Queryable; held?: boolean } = {},
): Promise<Sender> {
  const { rows } = await client.query<Omit<Sender, 'apiKeyId'>>(
    `SELECT ${senderColumns('$1')} FROM organizations o WHERE o.id = $1 ${held ? 'FOR SHARE OF o' : ''}`,
    [organizationId],
  )
  const [organization] = rows
  if (!organization) throw new AppError('not_found', 'No such organization')
  return { ...organization, apiKeyId: null }
}
