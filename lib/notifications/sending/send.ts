import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { DestinationKind } from '@/lib/generated/prisma/enums'
import type { Content } from '../content'
import { loadRecipients } from '../destinations/recipients'
import { signWebhook, unsealDestination } from '../destinations/secrets'
import { slackMessage } from '../formats/slack'
import { teamsMessage } from '../formats/teams'
import { sendMail } from './mail'
import type { Outcome } from './outcome'
import { postJson } from './post'

/** A destination as sending needs it. */
export type Target = {
  id: number
  organizationId: number
  publicId: string
  kind: DestinationKind
  name: string
  sealedSecrets: string | null
  recipients: number[]
}

/** What is sent: `id` is the same on every attempt. */
export type Parcel = { id: string; type: string; content: Content }

/** One attempt to send a notification. Throws the reason of an aborted signal, and when the database is away. */
export async function send(target: Target, parcel: Parcel, signal: AbortSignal): Promise<Outcome> {
  if (target.kind === 'email') return sendToMembers(target, parcel, signal)
  try {
    const { url, signingSecret } = await unsealDestination(target, target.sealedSecrets ?? '')
    const { message } = parcel.content
    if (target.kind === 'slack') return await postJson(url, JSON.stringify(slackMessage(message)), {}, signal)
    if (target.kind === 'teams') return await postJson(url, JSON.stringify(teamsMessage(message)), {}, signal)
    const { body, headers } = signed(parcel, signingSecret ?? '', new Date())
    return await postJson(url, body, headers, signal)
  } catch (error) {
    if (error instanceof AppError) return { result: 'again', words: error.message, afterMs: null }
    throw error
  }
}

/** The body of a webhook, and its headers as Standard Webhooks has them. */
export function signed({ id, type, content }: Parcel, secret: string, now: Date) {
  const body = JSON.stringify({ type, timestamp: content.at.toISOString(), data: content.data })
  const timestamp = Math.floor(now.getTime() / 1000)
  const signature = signWebhook(secret, { id, timestamp, body })
  return {
    body,
    headers: { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature },
  }
}

async function sendToMembers(target: Target, { id, content }: Parcel, signal: AbortSignal): Promise<Outcome> {
  const { prisma } = db()
  const { organizationId, recipients, name } = target
  const people = await loadRecipients(prisma, organizationId, recipients)
  const { name: organization } = await prisma.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { name: true },
  })
  const footer = `Sent by Leadline because you are a recipient of “${name}” in ${organization}. An owner or a manager can change that under Settings > Notifications.`
  return sendMail({ id, to: people.map(({ email }) => email), message: content.message, footer }, signal)
}
