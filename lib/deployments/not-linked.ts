import type { PullRequestState } from '@/lib/generated/prisma/enums'

/** Why a pull request whose commits are in reach of a deployment is not linked to it. */
export type WhyNotLinked = 'open' | 'closed' | 'outside the paths of the service' | 'other branch'

type Candidate = { state: PullRequestState; paths: string[]; pathsKnown: boolean }

/** `matches` says whether a path belongs to the service; null when all of the repository does. */
export async function whyNotLinked(
  { state, paths, pathsKnown }: Candidate,
  touchService: ((paths: readonly string[]) => Promise<boolean>) | null,
): Promise<WhyNotLinked> {
  if (state !== 'merged') return state
  if (touchService && pathsKnown && !(await touchService(paths))) return 'outside the paths of the service'
  return 'other branch'
}
