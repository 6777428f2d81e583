import { AppError } from '@/lib/core/errors'
import { configuredNetwork, resolveAllowed } from './network'
import { OutgoingError } from './outgoing-error'

/**
 * Says at once that an address cannot be called, in the words of `OutgoingError`, as AppError `invalid`. It protects
 * nothing, because a name may lead elsewhere a moment later: every call is judged again when it connects.
 */
export async function checkAddress(baseUrl: string, network = configuredNetwork()): Promise<void> {
  await resolveAllowed(network, new URL(baseUrl).hostname).catch((error: unknown) => {
    throw error instanceof OutgoingError ? new AppError('invalid', error.message) : error
  })
}
