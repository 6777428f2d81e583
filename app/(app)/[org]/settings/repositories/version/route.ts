import { versionRoute } from '@/app/version-route'
import { versionOf } from '@/lib/http/version'
import { readProgress } from '@/lib/sources/repositories/read-progress'

/** Of how syncs and connections stand. */
export const GET = versionRoute(async ({ organization }) => versionOf(await readProgress(organization.id)))
