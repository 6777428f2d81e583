import { AppError } from '@/lib/core/errors'

const segments = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/
/** Characters of a full name. */
export const maxName = 200

/** What a repository is called ("api" or "acme/api") and the keys it is found by. Throws an AppError for other text. */
export function parseRepositoryName(text: string): { fullName: string; fullNameKey: string; nameKey: string } {
  const fullName = text.trim()
  if (fullName.length > maxName || !segments.test(fullName)) {
    throw new AppError(
      'invalid',
      `The repository name must look like "api" or "owner/api": letters, digits, ".", "_" and "-", at most ${maxName}.`,
    )
  }
  const fullNameKey = fullName.toLowerCase()
  return { fullName, fullNameKey, nameKey: fullNameKey.slice(fullNameKey.lastIndexOf('/') + 1) }
}
