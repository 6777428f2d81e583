import { AppError } from '@/lib/core/errors'

/** The refusal of the id of a repository that is not there, or another organization's. */
export function repositoryGone(): AppError {
  return new AppError('not_found', 'There is no such repository any more.')
}
