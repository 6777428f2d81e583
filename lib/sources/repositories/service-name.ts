import { AppError } from '@/lib/core/errors'
import { unprintable } from '@/lib/core/invisible'
import { repositoryNameKeyOf } from '@/lib/core/service-key'

const maxName = 200

/** A service name as it is compared. Throws `invalid`. */
export function parseServiceName(text: string): string {
  const trimmed = text.trim()
  const name = repositoryNameKeyOf(trimmed)
  if (name === '') throw new AppError('invalid', 'Enter the name that pipelines send as service')
  if (Math.max(trimmed.length, name.length) > maxName) {
    throw new AppError('invalid', `A service name here has at most ${maxName} characters`)
  }
  if (unprintable.test(name)) throw new AppError('invalid', 'The service name has a character that cannot be shown')
  return name
}
