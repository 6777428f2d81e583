import { AppError } from '@/lib/errors'
import { findConnection } from './find'
import { installationPage } from './github-urls'
import { issuePass } from './passes'

/**
 * The address at GitHub where somebody installs the app of a connection, or changes which repositories it reaches, and
 * comes back from within an hour. Throws `not_found`, and `conflict` for a connection that is no app.
 */
export async function installationUrl(organizationId: number, userId: number, connectionId: number): Promise<string> {
  const { appSlug, baseUrl, publicId } = await findConnection(organizationId, connectionId)
  if (appSlug === null) throw new AppError('conflict', 'This connection is no GitHub App')
  return installationPage(baseUrl, appSlug, await issuePass('installation', { organizationId, userId, publicId }))
}
