/** Where lead time starts, as addresses and the command line name it. */
export const leadTimeStarts = ['merge', 'first-commit'] as const
export type LeadTimeStart = (typeof leadTimeStarts)[number]

/** What can be counted in more than one way. */
export type MetricSettings = {
  /** Where lead time starts. */
  leadTimeFrom: LeadTimeStart
  /** Where it starts unless an address says otherwise. */
  leadTimeDefault: LeadTimeStart
  /** Whether a deployment that was rolled back counts as failed. */
  rolledBackFails: boolean
}

/** Where a lead time starts, after it: "from the merge". */
export const startText: Record<LeadTimeStart, string> = {
  merge: 'from the merge',
  'first-commit': 'from the first commit',
}

/** Which lead time is shown, and where that comes from: "Lead time is from the merge, the organization’s default." */
export function leadTimeWords({ leadTimeFrom, leadTimeDefault }: MetricSettings): string {
  const why =
    leadTimeFrom === leadTimeDefault
      ? 'the organization’s default'
      : `as this link says; the organization’s default is ${startText[leadTimeDefault]}`
  return `Lead time is ${startText[leadTimeFrom]}, ${why}.`
}

/** What a deployment that was rolled back is to metrics of failures. */
export function rolledBackWords({ rolledBackFails }: MetricSettings): string {
  return rolledBackFails
    ? 'A deployment that was rolled back counts as failed.'
    : 'A deployment that was rolled back does not count as failed, and neither opens nor closes an incident, as the organization has set.'
}

/** How the metrics of an organization are counted, with the requested lead time; null for its default. */
export function settingsOf(
  { leadTimeFrom, rolledBackFails }: { leadTimeFrom: string; rolledBackFails: boolean },
  leadTime: LeadTimeStart | null,
): MetricSettings {
  const leadTimeDefault = leadTimeStarts.find((start) => start === leadTimeFrom) ?? 'merge'
  return { leadTimeFrom: leadTime ?? leadTimeDefault, leadTimeDefault, rolledBackFails }
}
