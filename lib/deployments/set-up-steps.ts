import { promptQuery } from '@/lib/db/prompt-query'

/** What a new organization has done so far. */
export type SetUpSteps = {
  hasRepository: boolean
  /** An active key, or a trusted pipeline. */
  hasKey: boolean
  hasEvent: boolean
  /** Whether a pull request reached production. */
  hasLink: boolean
}

/** How far an organization is with being set up; null once it is done. */
export async function readSetUpSteps(organizationId: number): Promise<SetUpSteps | null> {
  const [steps] = await promptQuery<SetUpSteps>(
    `SELECT EXISTS (SELECT FROM repositories WHERE organization_id = $1) AS "hasRepository",
       EXISTS (SELECT FROM api_keys WHERE organization_id = $1 AND revoked_at IS NULL) AS "hasKey",
       EXISTS (SELECT FROM deployments WHERE organization_id = $1) AS "hasEvent",
       EXISTS (SELECT FROM deliveries WHERE organization_id = $1) AS "hasLink"`,
    [organizationId],
  )
  // A key may be gone again by then.
  return steps && !(steps.hasEvent && steps.hasLink) ? steps : null
}
