import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager, requireManagerOf } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { atOnce, type InTurn } from '@/lib/core/fair-queue'
import { db } from '@/lib/db/db'
import { connectionGone, connectionSubject } from './find'
import { readInstallation } from './github-app'
import { readState } from './oauth-state'
import { openConnection } from './open'

/**
 * Keeps what installation an app was given, once GitHub has said to the app itself that it is the app's. Returns the
 * slug of the organization, in a turn of which GitHub is waited for. Throws as `readState` and `requireManagerOf` do,
 * `not_found` for a connection that was removed, and `invalid` for an installation that is not the app's or when GitHub
 * does not answer.
 */
export async function finishInstallation(
  state: string | null,
  installationId: string | null,
  userId: number,
  turnOf: (organizationId: number) => InTurn = () => atOnce,
): Promise<string> {
  const { organizationId, publicId } = await readState('installation', state, userId)
  const slug = await requireManagerOf(organizationId, userId)
  const number = Number(installationId)
  if (!Number.isSafeInteger(number) || number < 1)
    throw new AppError('invalid', 'GitHub named no installation. Start again from Settings > Repositories.')
  const found = await db().prisma.hostConnection.findFirst({ where: { publicId, organizationId } })
  if (found?.appId == null) throw connectionGone()
  const { secrets } = await openConnection(organizationId, found.id)
  const { baseUrl, appId } = found
  const app = { organizationId, baseUrl, appId, privateKey: secrets.privateKey ?? '' }
  const name = await turnOf(organizationId)(async () => {
    await requireManagerOf(organizationId, userId)
    return readInstallation(app, number)
  })
  await db().prisma.$transaction(async (tx) => {
    const actor = { organizationId, userId }
    await holdAsManager(tx, actor)
    const data = { name, installationId: String(number), problem: null, problemAt: null }
    await tx.hostConnection.update({ where: { organizationId_id: { organizationId, id: found.id } }, data })
    const subject = connectionSubject({ ...found, name })
    await recordAudit(tx, actor, { action: 'app.installed', subject, subjectId: found.id })
  })
  return slug
}
