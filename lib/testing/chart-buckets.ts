/** Weeks of a chart named "week 1", "week 2" and so on; the last one is partial. */
export function chartWeeks<T extends object>(...values: T[]) {
  return values.map((value, index) => ({
    label: `w${index + 1}`,
    longLabel: `week ${index + 1}`,
    partial: index === values.length - 1,
    href: `/acme/rows?week=${index + 1}`,
    ...value,
  }))
}

/** A distribution in which every value is `seconds`, or ones with these percentiles. */
export function chartDistribution(p50: number, p75 = p50, p95 = p75) {
  return { count: 12, min: p50, p50, p75, p95, mean: p75, max: p95 }
}
