import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager, requireManagerOf } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { atOnce, type InTurn } from '@/lib/core/fair-queue'
import { isUniqueViolation } from '@/lib/db/database-errors'
import { db } from '@/lib/db/db'
import { connectionSubject } from './find'
import { exchangeCode } from './github-app'
import { installationPage } from './github-urls'
import { issueState, type OauthState, readState } from './oauth-state'
import { refuseMoreConnections } from './refuse-more'
import { generateWebhookSecret, sealSecrets } from './secrets'

/**
 * Stores the GitHub App that a manager has just had made, and returns the address at GitHub where they install it. One
 * start makes one connection. GitHub is waited for in a turn of the organization. Throws as `readState` and
 * `requireManagerOf` do, `conflict` for a second time, and `invalid` for a code that GitHub does not know or when it does
 * not answer.
 */
export async function finishManifest(
  state: string | null,
  code: string | null,
  userId: number,
  turnOf: (organizationId: number) => InTurn = () => atOnce,
): Promise<string> {
  const issued = await readState('manifest', state, userId)
  const { organizationId, publicId, baseUrl } = issued
  await requireManagerOf(organizationId, userId)
  if (!code) throw new AppError('invalid', 'GitHub sent no code. Start again from Settings > Repositories.')
  if (await db().prisma.hostConnection.findUnique({ where: { publicId }, select: { id: true } })) throw usedBefore()
  const { privateKey, webhookSecret, ...app } = await turnOf(organizationId)(async () => {
    await requireManagerOf(organizationId, userId)
    return exchangeCode(organizationId, baseUrl, code)
  })
  const secrets = { privateKey, webhookSecret: webhookSecret ?? generateWebhookSecret() }
  await store(issued, app, await sealSecrets(issued, secrets))
  return installationPage(baseUrl, app.slug, await issueState('installation', { organizationId, userId, publicId }))
}

type AppFields = { appId: string; slug: string; name: string }

async function store(
  issued: OauthState<'manifest'>,
  { appId, slug, name }: AppFields,
  sealedSecrets: string,
): Promise<void> {
  const { organizationId, userId, publicId, baseUrl } = issued
  const app = { host: 'github', baseUrl, name, appId, appSlug: slug, sealedSecrets } as const
  await db()
    .prisma.$transaction(async (tx) => {
      const actor = { organizationId, userId }
      const data = { organizationId, publicId, createdById: userId, ...app }
      await holdAsManager(tx, actor)
      await refuseMoreConnections(tx, organizationId)
      const { id } = await tx.hostConnection.create({ data })
      const subject = connectionSubject(app)
      await recordAudit(tx, actor, { action: 'connection.created', subject, subjectId: id })
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? usedBefore() : error
    })
}

function usedBefore(): AppError {
  return new AppError('conflict', 'This app was connected before. Look for it under Settings > Repositories.')
}
