import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { statusOf } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { HostConnection, Organization, Repository } from '@/lib/generated/prisma/client'
import type { Host } from '@/lib/generated/prisma/enums'
import { publicError } from '@/lib/http/http'
import { generatePublicId, generateWebhookSecret, sealSecrets } from '@/lib/sources/connections/secrets'
import { answerWebhook } from '@/lib/sources/hosts/answer-webhook'
import { followUp } from '@/lib/sources/hosts/follow-up'
import { githubWebhook } from '@/lib/sources/hosts/github/webhook'
import { gitlabWebhook } from '@/lib/sources/hosts/gitlab/webhook'
import { createTenant } from './factories'

export type Connected = { organization: Organization; connection: HostConnection; webhookSecret: string }

/** An organization that is connected to a host. A GitHub App is named by its id. */
export async function createConnected(
  host: Host,
  fields: Partial<HostConnection> = {},
  known: Organization | null = null,
): Promise<Connected> {
  const organization = known ?? (await createTenant()).organization
  const [publicId, webhookSecret] = [generatePublicId(), generateWebhookSecret()]
  const owner = { organizationId: organization.id, publicId }
  const sealedSecrets = await sealSecrets(owner, { token: 'of-a-test', webhookSecret })
  const data = { ...owner, host, baseUrl: `https://${host}.com`, name: 'acme', sealedSecrets, ...fields }
  return { organization, connection: await db().prisma.hostConnection.create({ data }), webhookSecret }
}

/** A repository that is followed through a connection. */
export async function createFollowed(
  { organization, connection }: Connected,
  fields: Partial<Repository> = {},
): Promise<Repository> {
  const fullName = fields.fullName ?? 'acme/api'
  const fullNameKey = fullName.toLowerCase()
  const nameKey = fullNameKey.slice(fullNameKey.lastIndexOf('/') + 1)
  const hostId = String(randomInt(1, 2 ** 47))
  const names = { fullName, fullNameKey, nameKey, defaultBranch: 'main' }
  const data = { organizationId: organization.id, connectionId: connection.id, hostId, ...names, ...fields }
  return db().prisma.repository.create({ data })
}

/** A connection to GitHub, and a repository that is followed by it. */
export async function followed(): Promise<{ connected: Connected; repository: Repository }> {
  const connected = await createConnected('github')
  return { connected, repository: await createFollowed(connected) }
}

/** Titles of the pull requests of a repository. */
export async function titlesOf({ id }: Repository): Promise<string[]> {
  const rows = await db().prisma.pullRequest.findMany({ where: { repositoryId: id } })
  return rows.map(({ title }) => title)
}

export type Sent = { status: number; body: unknown }

type Sending = { headers?: Record<string, string>; rawBody?: string; publicId?: string | null }

/** Sends an event as GitHub would, and waits for all that follows from it. */
export async function sendGithub(
  to: Pick<Connected, 'connection' | 'webhookSecret'>,
  event: string,
  payload: unknown,
  { headers, rawBody, publicId = to.connection.publicId }: Sending = {},
): Promise<Sent> {
  const body = rawBody ?? JSON.stringify(payload)
  const signature = createHmac('sha256', to.webhookSecret).update(JSON.stringify(payload)).digest('hex')
  const sent = {
    'X-GitHub-Event': event,
    'X-GitHub-Delivery': randomUUID(),
    'X-Hub-Signature-256': `sha256=${signature}`,
    ...headers,
  }
  return deliver(githubWebhook, 'github', publicId, sent, body)
}

/** Sends an event as GitLab would, and waits for all that follows from it. */
export async function sendGitlab(
  to: Pick<Connected, 'connection' | 'webhookSecret'>,
  event: string,
  payload: unknown,
  { headers, rawBody, publicId = to.connection.publicId }: Sending = {},
): Promise<Sent> {
  const sent = {
    'X-Gitlab-Event': event,
    'Idempotency-Key': randomUUID(),
    'X-Gitlab-Token': to.webhookSecret,
    ...headers,
  }
  return deliver(gitlabWebhook, 'gitlab', publicId, sent, rawBody ?? JSON.stringify(payload))
}

async function deliver(
  webhook: typeof githubWebhook,
  host: Host,
  publicId: string | null,
  headers: Record<string, string>,
  body: string,
): Promise<Sent> {
  const query = publicId === null ? '' : `?connection=${encodeURIComponent(publicId)}`
  const request = new Request(`http://localhost/api/webhooks/${host}${query}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...withoutEmpty(headers),
    },
    body,
  })
  try {
    const { response, followUps } = await answerWebhook(webhook, request)
    await followUp(followUps)
    return { status: response.status, body: response.status === 204 ? null : await response.json() }
  } catch (error) {
    const { code, message } = publicError(error)
    return { status: statusOf[code], body: { error: message } }
  }
}

/** An empty header stands for none. */
function withoutEmpty(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
}
