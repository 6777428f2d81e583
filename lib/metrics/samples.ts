/** A deployment to production that ended, as metrics see it. Instants are milliseconds since 1970. */
export type DeploymentSample = {
  id: number
  /** Names as metrics group them: trimmed, lower case; null without a service. */
  service: string | null
  environment: string
  status: 'success' | 'failure' | 'cancelled' | 'rolled_back'
  completedAt: number
}

/** A pull request in production, once, by the earliest deployment that is a success now and shipped it. */
export type DeliverySample = {
  pullRequestId: number
  deploymentId: number
  service: string | null
  environment: string
  deliveredAt: number
  mergedAt: number
  openedAt: number | null
  firstCommitAt: number | null
}

/** A pull request that was merged. */
export type MergeSample = {
  pullRequestId: number
  mergedAt: number
  openedAt: number | null
  firstReviewAt: number | null
  /** Lines added and deleted; null where nobody told. */
  changedLines: number | null
}

/** When it was delivered and what went before. */
export type DeliveryTimes = Pick<DeliverySample, 'deliveredAt' | 'mergedAt' | 'openedAt' | 'firstCommitAt'>

export type MergeTimes = Pick<MergeSample, 'mergedAt' | 'openedAt'>
