import { versionRoute } from '@/app/version-route'
import { readHistory } from '@/lib/deployments/read-history'

/** Of a page of the history. */
export const GET = versionRoute(
  async ({ organization }, _params, query) => (await readHistory(organization.id, query)).version,
)
