import { AppError } from '@/lib/core/errors'
import type { SubjectName } from '@/lib/insights/reports/filters'
import type { UnknownName } from '@/lib/insights/reports/wording'

/** Where the names of an organization stand. */
const lists: Record<SubjectName, string> = {
  service: 'Services: leadline service list',
  environment: 'Production environments: leadline org show',
  repository: 'Full names: leadline repository list',
  team: 'Teams: leadline service list',
}

/** Throws `not_found` where filters name what the organization does not have: nothing of that is no answer. */
export function refuseUnknown(org: string, unknown: readonly UnknownName[]): void {
  if (unknown.length === 0) return
  const lines = unknown.map(({ name, sentence }) => `${sentence} ${lists[name]} --org ${org}`)
  throw new AppError('not_found', lines.join('\n'))
}
