import { AppError } from '@/lib/core/errors'
import { isStorable } from '@/lib/core/storable-text'

export type LiveQuestion = { repository: string; number: number }

/** Which pull request a query string names. Throws `invalid`. */
export function parseLiveQuestion(params: URLSearchParams): LiveQuestion {
  const repository = parameter(params, 'repository')
  const number = parameter(params, 'number')
  if (repository.length > 300 || !isStorable(repository)) {
    throw new AppError('invalid', 'The parameter repository must be the name of a repository, such as acme/api')
  }
  if (!/^[1-9]\d{0,8}$/.test(number)) {
    throw new AppError('invalid', 'The parameter number must be the number of a pull request, such as 42')
  }
  return { repository, number: Number(number) }
}

function parameter(params: URLSearchParams, name: string): string {
  const [value = '', ...more] = params.getAll(name).map((text) => text.trim())
  if (value === '') throw new AppError('invalid', `The parameter ${name} is missing: ?repository=acme/api&number=42`)
  if (more.length > 0) throw new AppError('invalid', `The parameter ${name} may be given once`)
  return value
}
