import { AppError } from '@/lib/core/errors'
import { log } from '@/lib/core/log'
import { configuredNetwork } from '@/lib/http/outgoing/network'
import { outgoingErrorOf } from '@/lib/http/outgoing/outgoing-error'
import { sharedRest } from '@/lib/http/rest-after-parsing'

/**
 * The refusal of a connection whose host did not answer as hoped: `text`, whatever the reason, so that no one finds out
 * by it what runs in the network of this server. Where private networks are refused, a name that leads there says so, as
 * does one that leads nowhere. The log knows the reason.
 */
export function notConnected(text: string, error: unknown): AppError {
  const failure = outgoingErrorOf(error)
  log.warn('connection not made', { reason: failure?.reason ?? 'answer', code: failure?.code })
  const namesSetting = failure?.reason === 'address' && configuredNetwork().privateHosts === 'refuse'
  return new AppError('invalid', namesSetting ? failure.message : text)
}

/**
 * What a host may take and send while its connection is made and a person waits: the name of a user, or an app. All that
 * an organization has parsed meanwhile rests together.
 */
export const checkLimits = (organizationId: number) => ({
  timeoutMs: 10_000,
  maxBytes: 64 * 1024,
  rest: sharedRest(`organization ${organizationId}`),
})
