import { versionRoute } from '@/app/version-route'
import { versionOf } from '@/lib/deployments/version'
import { readProgress } from '@/lib/repositories/read-progress'

/** Of how syncs and connections stand. */
export const GET = versionRoute(async ({ organization }) => versionOf(await readProgress(organization.id)))
