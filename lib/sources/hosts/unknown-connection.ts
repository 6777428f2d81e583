import { AppError } from '@/lib/core/errors'

/** The refusal of a sender that does not know the secret of a connection that exists. */
export function unknownConnection(): AppError {
  return new AppError('unauthenticated', 'No connection with this address and secret. Compare both with the settings.')
}
