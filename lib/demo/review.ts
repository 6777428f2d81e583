import { type EpochSeconds, hour, minute, toDate } from './calendar'
import type { PlannedPullRequest } from './plan-changes'
import type { Random } from './random'

/** What a code host knows of a pull request besides its commits. */
export type Review = { openedAt: Date; firstReviewAt: Date | null; additions: number; deletions: number }

const reviewedShare = 0.88
const medianAdditions = 34

/** How a pull request was reviewed as of `now`: the longer it took, the larger it tends to be. */
export function reviewOf({ commitTimes, at }: PlannedPullRequest, now: EpochSeconds, random: Random): Review {
  const [first = at] = commitTimes
  const planned = first + Math.floor((at - first) * random.between(0.15, 0.6))
  const opened = planned <= now ? planned : first
  const reviewed = opened + Math.floor((at - opened) * random.between(0.2, 0.95))
  const isReviewed = random.chance(reviewedShare) && at - opened > 10 * minute && reviewed <= now
  const additions = random.duration(medianAdditions * Math.sqrt(1 + (at - first) / (8 * hour)), 1)
  return {
    openedAt: toDate(opened),
    firstReviewAt: isReviewed ? toDate(reviewed) : null,
    additions,
    deletions: Math.floor(additions * random.between(0.05, 0.7)),
  }
}
