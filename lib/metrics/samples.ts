/** What was deployed where. Names as metrics group them: trimmed, lower case; null without a service. */
export type Stream = { service: string | null; environment: string }

/** How deployments end, in the order of the numbers that stand for it. */
export const endStatuses = ['success', 'failure', 'cancelled', 'rolled_back'] as const

/** A deployment to production that ended, as metrics see it. Instants are milliseconds since 1970. */
export type DeploymentSample = Stream & {
  id: number
  status: (typeof endStatuses)[number]
  completedAt: number
}

/**
 * Deployments to production that ended. They are kept as columns, of which each holds a value for each deployment, in the
 * same order: a hundred thousand of them are read in milliseconds. Instants are milliseconds since 1970.
 */
export type Deployments = {
  length: number
  /** What was deployed where, as indexes of `streams`. */
  stream: Int32Array
  streams: readonly Stream[]
  id: Float64Array
  completedAt: Float64Array
  /** Indexes of `endStatuses`. */
  status: Float64Array
}

/**
 * Pull requests in production, each once, by the earliest deployment that is a success now and shipped it, as columns
 * likewise; what is not known is NaN.
 */
export type Deliveries = {
  length: number
  stream: Int32Array
  streams: readonly Stream[]
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
