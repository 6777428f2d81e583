import type { DeploymentStatus } from '@/lib/deployments/schema'
import type { EpochSeconds } from './calendar'
import type { Person } from './people'

/** What makes a service what it is. Durations are medians in seconds, shares lie between 0 and 1. */
export type Service = {
  /** As its pipeline sends it. */
  name: string
  repository: string
  aliases: string[]
  team: readonly Person[]
  /** The team as the organization calls it. */
  owner: string
  /** What its pull requests are about. */
  things: readonly string[]
  firstNumber: number
  merges: 'merge-commit' | 'squash'
  mergesPerDay: number
  /** By how much merging grew over the year: 0.3 is from 85 % of the average to 115 %. */
  growth: number
  directCommitShare: number
  /** From the first commit to the merge. */
  cycle: number
  releaseBranches: boolean
  rhythm: { everyChangeAfter: number } | { weekdays: readonly number[]; hours: readonly number[] }
  /** How many merged pull requests always wait for the next deployment. */
  waiting: number
  deployTime: number
  failureShare: number
  recoveryTime: number
  badQuarter?: { failureShare: number; recoveryTime: number }
  /** Which commit its pipeline holds for the previous one: what is live, what it deployed last without an error, or none. */
  previous: 'live' | 'last-success' | 'none'
  shaLength: number
  /** Until that many days ago its pipeline posted the head of the pull request instead of the merge. */
  postsHeadsUntilDaysAgo: number
  announces: readonly DeploymentStatus[]
  previewShare: number
  ciSystem: 'github-actions' | 'gitlab' | 'jenkins'
  pipelineName: string
  /** What is under way or broken now, and since when. */
  underWay: { environment: string; status: 'pending' | 'in_progress' | 'failure'; age: EpochSeconds }[]
  /** Deployments of commits that never reached the repository. */
  strays: number
}

/** What most services have in common. */
export const ordinary = {
  aliases: [],
  growth: 0,
  directCommitShare: 0.04,
  releaseBranches: false,
  waiting: 0,
  shaLength: 40,
  postsHeadsUntilDaysAgo: Number.POSITIVE_INFINITY,
  announces: ['in_progress'],
  previewShare: 0,
  ciSystem: 'github-actions',
  underWay: [],
  strays: 0,
} as const satisfies Partial<Service>
