/** A day or a week of a chart. */
export type ChartBucket = {
  /** Under the axis, short: "2 Mar". */
  label: string
  /** In the read-out and the table: "2 to 8 Mar 2026". */
  longLabel: string
  /** Whether it is not over, or only a part of it lies in the period. */
  partial: boolean
  /** The rows behind it. */
  href: string
}

/** The name of a bucket in words, with what has to be said about it. */
export function bucketName({ longLabel, partial }: Pick<ChartBucket, 'longLabel' | 'partial'>): string {
  return partial ? `${longLabel} (in part)` : longLabel
}
