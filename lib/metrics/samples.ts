/** A deployment to production that ended, as metrics see it. Instants are milliseconds since 1970. */
export type DeploymentSample = {
  id: number
  /** Names as metrics group them: trimmed, lower case; null without a service. */
  service: string | null
  environment: string
  status: 'success' | 'failure' | 'cancelled' | 'rolled_back'
  completedAt: number
}

/**
 * Pull requests in production, each once, by the earliest deployment that is a success now and shipped it. They are kept
 * as columns, of which each holds a value for each pull request, in the same order: a hundred thousand of them are read
 * in milliseconds. Instants are milliseconds since 1970; what is not known is NaN.
 */
export type Deliveries = {
  length: number
  /** What was deployed where, as indexes of `streams`. */
  stream: Int32Array
  streams: readonly Pick<DeploymentSample, 'service' | 'environment'>[]
  pullRequestId: Float64Array
  deploymentId: Float64Array
  deliveredAt: Float64Array
  mergedAt: Float64Array
  openedAt: Float64Array
  firstCommitAt: Float64Array
}

/** When they were delivered and what went before. */
export type DeliveryTimes = Pick<Deliveries, 'length' | 'deliveredAt' | 'mergedAt' | 'openedAt' | 'firstCommitAt'>

/** Pull requests that were merged, as columns likewise. */
export type Merges = {
  length: number
  pullRequestId: Float64Array
  mergedAt: Float64Array
  openedAt: Float64Array
  firstReviewAt: Float64Array
  /** Lines added and deleted; NaN where nobody told. */
  changedLines: Float64Array
}

/** Merges without their ids. */
export type MergeFacts = Omit<Merges, 'pullRequestId'>

export type MergeTimes = Pick<Merges, 'length' | 'mergedAt' | 'openedAt'>

/** Pull requests that were opened, as columns likewise. */
export type Openings = { length: number; pullRequestId: Float64Array; openedAt: Float64Array }
