import { apiResource } from '@/lib/accounts/oauth/metadata'
import { AppError } from '@/lib/core/errors'
import { methodNotAllowed, route } from '@/lib/http/http'
import { answerUnlessKnown } from '@/lib/http/version'
import { authenticateCaller } from '@/lib/questions/authenticate-caller'
import { findQuestion } from '@/lib/questions/find-question'

export const dynamic = 'force-dynamic'

/** Every question of the registry that has a path under `/api/v1`. */
export const GET = route(async (request) => {
  const { caller, headers } = await authenticateCaller(request, apiResource())
  const { pathname, searchParams } = new URL(request.url)
  const found = findQuestion(pathname.replace(/\/$/, ''))
  if (!found) throw new AppError('not_found', 'No such endpoint. See /api/openapi.json')
  const { question, named } = found
  const given = parametersOf(searchParams)
  for (const name of [...Object.keys(named), '__proto__']) {
    if (Object.hasOwn(given, name)) throw new AppError('invalid', 'Unknown parameter')
  }
  return answerUnlessKnown(request, await question.answer(caller, { ...given, ...named }), headers)
})

/** A parameter that is blank counts as not given, as on the pages. */
function parametersOf(searchParams: URLSearchParams): Record<string, string> {
  const names = [...new Set(searchParams.keys())]
  return Object.fromEntries(
    names.flatMap((name) => {
      const [value = '', ...more] = searchParams.getAll(name)
      if (more.length > 0) throw new AppError('invalid', 'Each parameter may be given once')
      return value.trim() === '' ? [] : [[name, value]]
    }),
  )
}

const refuse = methodNotAllowed('GET', 'HEAD')

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT }
