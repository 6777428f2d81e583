/** How the cells of a column are to be read. Instants are dates, durations whole or broken seconds. */
export type ColumnKind =
  | 'deployment'
  | 'pull request'
  | 'status'
  | 'text'
  | 'instant'
  | 'seconds'
  | 'number'
  | 'yes or no'

const column = <Kind extends ColumnKind>(kind: Kind, title: string) => ({ kind, title })

/** Every column of every list of rows: its name in the CSV, and its title on the page. */
export const columns = {
  id: column('number', 'Id'),
  deploymentId: column('deployment', 'Deployment'),
  pullRequestId: column('number', 'Id'),
  event: column('text', 'What'),
  at: column('instant', 'When'),
  repository: column('text', 'Repository'),
  number: column('number', 'Number'),
  title: column('pull request', 'Pull request'),
  service: column('text', 'Service'),
  environment: column('text', 'Environment'),
  status: column('status', 'Status'),
  completedAt: column('instant', 'Ended'),
  firstCommitAt: column('instant', 'First commit'),
  openedAt: column('instant', 'Opened'),
  firstReviewAt: column('instant', 'First review'),
  mergedAt: column('instant', 'Merged'),
  deliveredAt: column('instant', 'Delivered'),
  openedById: column('number', 'Opened by'),
  openedBy: column('deployment', 'Opened by'),
  failures: column('number', 'Failures'),
  closedAt: column('instant', 'Closed'),
  closedById: column('number', 'Closed by'),
  closedBy: column('deployment', 'Closed by'),
  day: column('text', 'Day'),
  linkedPullRequests: column('number', 'Pull requests'),
  changedLines: column('number', 'Lines'),
  size: column('text', 'Size'),
  codingSeconds: column('seconds', 'Coding'),
  reviewSeconds: column('seconds', 'Review'),
  codingAndReviewSeconds: column('seconds', 'Coding and review'),
  deploySeconds: column('seconds', 'Deploy'),
  leadTimeSeconds: column('seconds', 'Lead time'),
  firstReviewSeconds: column('seconds', 'To first review'),
  cycleTimeSeconds: column('seconds', 'Cycle time'),
  recoverySeconds: column('seconds', 'Recovery'),
  failed: column('yes or no', 'Failed'),
  closedIncident: column('yes or no', 'Closed an incident'),
  counted: column('yes or no', 'Counted'),
  why: column('text', 'Why'),
  days: column('number', 'Days'),
} as const

export type ColumnName = keyof typeof columns

type CellOf<Kind extends ColumnKind> = Kind extends 'instant'
  ? Date
  : Kind extends 'seconds' | 'number'
    ? number
    : Kind extends 'yes or no'
      ? boolean
      : string

/**
 * A row behind a number, with the columns of its metric; null where something is not known. `counted` says whether it
 * enters the number, `why` why not, or what had to be adjusted. Names that belong to ids may be missing until they are
 * looked up.
 */
export type Row = { [Name in ColumnName]?: CellOf<(typeof columns)[Name]['kind']> | null }
