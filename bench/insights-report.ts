import { percentile } from './statistics'

/** Milliseconds that each report took, by its name and the days of its range. */
export type Timings = Map<string, Map<number, number[]>>

/** Median and 95th percentile of each report for each range. */
export function formatTable(timings: Timings, ranges: readonly number[]): string {
  const head = ranges.map((days) => `${days} days p50 / p95`.padStart(22)).join('')
  const lines = [...timings].map(([name, byDays]) => {
    const cells = ranges.map((days) => {
      const sorted = (byDays.get(days) ?? []).toSorted((a, b) => a - b)
      return `${percentile(sorted, 0.5).toFixed(0)} / ${percentile(sorted, 0.95).toFixed(0)} ms`.padStart(22)
    })
    return `  ${name.padEnd(22)}${cells.join('')}`
  })
  return [`  ${''.padEnd(22)}${head}`, ...lines].join('\n')
}

/** How a report grows with its range, in the same history. */
export function formatRangeRatios(timings: Timings, ranges: readonly number[]): string {
  const lines = [...timings].map(([name, byDays]) => {
    const cells = ranges.slice(1).map((days, index) => {
      const shorter = ranges[index] ?? days
      return `× ${(median(byDays, days) / median(byDays, shorter)).toFixed(2)} for × ${(days / shorter).toFixed(1)}`.padStart(
        22,
      )
    })
    return `  ${name.padEnd(22)}${cells.join('')}`
  })
  return ['Longer ranges of one history, medians', ...lines].join('\n')
}

/** What ten times the history, as dense, costs the same range. */
export function formatHistoryRatios(short: Timings, long: Timings, days: number): string {
  const lines = [...long].map(([name, byDays]) => {
    const before = short.get(name)
    return `  ${name.padEnd(22)}${`× ${(median(byDays, days) / (before ? median(before, days) : Number.NaN)).toFixed(2)}`.padStart(22)}`
  })
  return [`${days} days of ten times the history, medians`, ...lines].join('\n')
}

function median(byDays: ReadonlyMap<number, number[]>, days: number): number {
  return percentile(
    (byDays.get(days) ?? []).toSorted((a, b) => a - b),
    0.5,
  )
}
