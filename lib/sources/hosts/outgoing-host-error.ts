import type { OutgoingError } from '@/lib/http/outgoing/outgoing-error'
import { HostError } from './model'

/** A call to a host that failed, as what the reader of the host says. A name may lead elsewhere the next time. */
export function outgoingHostError(error: OutgoingError): HostError {
  const { reason, message } = error
  const isFinal = reason === 'origin' || reason === 'redirects'
  return new HostError(message, isFinal ? 'access' : 'later', null, { cause: error })
}
