import { db } from '@/lib/db/db'
import type { HostConnection } from '@/lib/generated/prisma/client'
import { generatePublicId, generateWebhookSecret, sealSecrets } from '@/lib/sources/connections/secrets'

/** Connects an organization to a GitHub with a token, whether that answers or not. */
export async function connectGithub(organizationId: number, baseUrl: string, token = 'token'): Promise<HostConnection> {
  const owner = { organizationId, publicId: generatePublicId() }
  const sealedSecrets = await sealSecrets(owner, { token, webhookSecret: generateWebhookSecret() })
  return db().prisma.hostConnection.create({ data: { ...owner, host: 'github', baseUrl, name: 'acme', sealedSecrets } })
}
