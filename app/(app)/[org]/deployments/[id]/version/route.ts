import { versionRoute } from '@/app/version-route'
import { readVersion } from '@/lib/deployments/read-version'

/** Of the page of a deployment. */
export const GET = versionRoute(({ organization }, { id }: { org: string; id: string }) =>
  readVersion(organization.id, Number(id)),
)
