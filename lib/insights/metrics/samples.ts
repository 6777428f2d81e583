/** What was deployed where. Names as metrics group them: trimmed, lower case; null without a service. */
export type ServiceEnvironment = { service: string | null; environment: string }

/** How deployments end, in the order of the numbers that stand for it. */
export const endStatuses = ['success', 'failure', 'cancelled', 'rolled_back'] as const

/** A deployment to production that ended, as metrics see it. Instants are milliseconds since 1970. */
export type DeploymentSample = ServiceEnvironment & {
  id: number
  status: (typeof endStatuses)[number]
  completedAt: number
}

/**
 * Samples are kept as columns, of which each holds a value for each sample, in the same order: a hundred thousand of them
 * are read in milliseconds. Instants are milliseconds since 1970; what is not known is NaN.
 */
export type Columns<Name extends string> = { length: number } & Record<Name, Float64Array>

/**
 * Columns of what belongs to a service environment: `serviceEnvironment` has the index of each sample among
 * `serviceEnvironments`.
 */
type ByServiceEnvironment<Name extends string> = Columns<Name> & {
  serviceEnvironment: Int32Array
  serviceEnvironments: readonly ServiceEnvironment[]
}

/** Columns in the order in which they are packed: a report reads as many of the first as it needs. */
export const deploymentColumns = ['id', 'completedAt', 'status'] as const
export const deliveryColumns = [
  'deliveredAt',
  'mergedAt',
  'openedAt',
  'firstCommitAt',
  'pullRequestId',
  'deploymentId',
  'changedLines',
] as const
export const pullRequestColumns = ['mergedAt', 'openedAt', 'firstReviewAt', 'changedLines', 'pullRequestId'] as const

export type DeliveryColumn = (typeof deliveryColumns)[number]
export type PullRequestColumn = (typeof pullRequestColumns)[number]

/** Deployments to production that ended; a status is its index in `endStatuses`. */
export type Deployments = ByServiceEnvironment<(typeof deploymentColumns)[number]>

/**
 * Pull requests in production, each once, by the earliest deployment that is a success now and shipped it; `changedLines`
 * are added and deleted ones.
 */
export type Deliveries = ByServiceEnvironment<DeliveryColumn>

/** When they were delivered and what went before. */
export type DeliveryTimes = Columns<'deliveredAt' | 'mergedAt' | 'openedAt' | 'firstCommitAt'>

/** Pull requests that were merged; `changedLines` likewise. */
export type Merges = Columns<PullRequestColumn>

/** Pull requests that were opened. */
export type Openings = Columns<'pullRequestId' | 'openedAt'>

/** Successful production deployments, and how many of them have a pull request. */
export type CoverageCounts = { linked: number; of: number }

/** What happened in a period; what was not needed is empty. Columns behind the last one that was needed are missing. */
export type PeriodSamples = {
  deployments: Deployments
  /** Where a repository is chosen: what the same services deployed from others. */
  elsewhere: Deployments
  deliveries: Deliveries
  merges: Merges
  opened: Openings
  coverage: CoverageCounts
}

/** What happened in a period and in the one before. */
export type MetricSamples = {
  current: PeriodSamples
  previous: PeriodSamples
  /** What was open when the earlier period began. */
  leadIn: Deployments
  /** What was open when the period began, where the earlier one does not end there; null where it does. */
  between: Deployments | null
  /** The team of each service that has one. */
  teams: ReadonlyMap<string, string>
}

/** What has to be loaded of a period: of pull requests the columns up to the one that is named. */
export type PeriodNeeds = {
  deployments?: boolean
  elsewhere?: boolean
  deliveries?: DeliveryColumn
  merges?: PullRequestColumn
  opened?: PullRequestColumn
  coverage?: boolean
}

/** What has to be loaded of a period and of the one before. */
export type Needs = { current: PeriodNeeds; previous?: PeriodNeeds; leadIn?: boolean }

/** Deployments of both periods. */
export const deploymentNeeds: Needs = { current: { deployments: true }, previous: { deployments: true } }
