import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { baseUrl } from '@/lib/core/base-url'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { Host } from '@/lib/generated/prisma/enums'
import { connectionSubject, findConnection } from './find'
import { unsealSecrets } from './secrets'

export type WebhookSettings = { url: string; secret: string; events: string[] }

const events: Record<Host, string[]> = {
  github: ['Pull requests', 'Pushes', 'Repositories', 'Deployment statuses'],
  gitlab: ['Push events', 'Tag push events', 'Merge request events', 'Deployment events'],
}

/** Where the host sends what happens, for the connection with this public id. */
export function webhookUrl(host: Host, publicId: string): string {
  return `${baseUrl()}/api/webhooks/${host}?connection=${publicId}`
}

/**
 * What a user enters at the host to have it call here, and what to have it call for. That the secret was shown is
 * kept. Throws `not_found`, and `conflict` for a GitHub App, whose webhook is set up already.
 */
export async function webhookSettings(actor: Actor, connectionId: number): Promise<WebhookSettings> {
  const { organizationId } = actor
  const connection = await findConnection(organizationId, connectionId)
  const { host, publicId, appId, sealedSecrets } = connection
  if (appId !== null) throw new AppError('conflict', 'The GitHub App has set its webhook up already.')
  const { webhookSecret } = await unsealSecrets(connection, sealedSecrets)
  const subject = connectionSubject(connection)
  const line = { action: 'webhook-secret.revealed', subject, subjectId: connectionId }
  await recordAudit(db().prisma, actor, line)
  return { url: webhookUrl(host, publicId), secret: webhookSecret, events: events[host] }
}
