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

/** How the metrics of an organization are counted, with the lead time that is asked for; null for its default. */
export function settingsOf(
  { leadTimeFrom, rolledBackFails }: { leadTimeFrom: string; rolledBackFails: boolean },
  leadTime: LeadTimeStart | null,
): MetricSettings {
  const leadTimeDefault = leadTimeStarts.find((start) => start === leadTimeFrom) ?? 'merge'
  return { leadTimeFrom: leadTime ?? leadTimeDefault, leadTimeDefault, rolledBackFails }
}
