import { versionRoute } from '@/app/version-route'
import { AppError } from '@/lib/core/errors'
import { findSummary, versionOfSummary } from '@/lib/summaries/find'
import { parseSubject, summaryKinds } from '@/lib/summaries/subject'

/** Of the words about a report. */
export const GET = versionRoute(async ({ organization }, _params, query) => {
  const kind = summaryKinds.find((known) => known === query.get('kind'))
  if (!kind) throw new AppError('invalid', `kind must be one of ${summaryKinds.join(', ')}`)
  const requested = { kind, text: query.get('subject') ?? '' }
  const { subject } = parseSubject(requested, organization.timeZone, new Date())
  return versionOfSummary(await findSummary(organization.id, subject))
})
