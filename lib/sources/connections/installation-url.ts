import type { UserActor } from '@/lib/accounts/actor'
import { AppError } from '@/lib/core/errors'
import { findConnection } from './find'
import { installationPage } from './github-urls'
import { issueState } from './oauth-state'

/**
 * The address at GitHub where a user installs the app of a connection, or changes which repositories it reaches, and
 * comes back from within an hour. Throws `not_found`, and `conflict` for a connection that is no app.
 */
export async function installationUrl({ organizationId, userId }: UserActor, connectionId: number): Promise<string> {
  const { appSlug, baseUrl, publicId } = await findConnection(organizationId, connectionId)
  if (appSlug === null) throw new AppError('conflict', 'This connection is no GitHub App')
  return installationPage(baseUrl, appSlug, await issueState('installation', { organizationId, userId, publicId }))
}
