import { env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import type { DestinationKind } from '@/lib/generated/prisma/enums'
import { checkAddress } from '@/lib/http/outgoing/check-address'

const slackHosts = ['hooks.slack.com', 'hooks.slack-gov.com']

/**
 * Refuses an address that nothing is sent to, with what to do. Where private hosts may be called, so may addresses
 * without TLS, and what speaks Slack's format in its place. Throws `invalid`.
 */
export async function checkUrl(kind: DestinationKind, address: string): Promise<void> {
  const { protocol, hostname } = new URL(address)
  if (env().PRIVATE_HOSTS === 'refuse') {
    if (protocol !== 'https:') throw new AppError('invalid', 'Enter an address that begins with https://')
    if (kind === 'slack' && !slackHosts.includes(hostname))
      throw new AppError('invalid', 'Enter the address of an incoming webhook of Slack: https://hooks.slack.com/…')
  }
  await checkAddress(address)
}
