import type { Rule } from './define-rule'
import { activity } from './rules/activity'
import { failureRate } from './rules/failure-rate'
import { fewContributors, singleContributor } from './rules/people'
import { largePullRequest, slowReviews } from './rules/pull-requests'
import { silentService, staleService } from './rules/quiet-services'
import { refusedPosts } from './rules/refused-posts'
import { stuckDeployment } from './rules/stuck-deployment'

/** Everything that Leadline warns of, in the order in which it is listed. */
export const rules: readonly Rule[] = [
  stuckDeployment,
  refusedPosts,
  silentService,
  failureRate,
  staleService,
  activity,
  slowReviews,
  largePullRequest,
  singleContributor,
  fewContributors,
]

/** The rule of a stored signal; undefined for one of an older version. */
export function findRule(slug: string): Rule | undefined {
  return rules.find((rule) => rule.slug === slug)
}
