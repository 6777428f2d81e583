import { fewRows, type Sample } from './range-sample'
import { spreadOf } from './statistics'

/** The same ranges in histories of growing size. */
export type Growth = { length: number; histories: { size: number; samples: Sample[] }[] }

const figures: { title: string; of: (sample: Sample) => number; digits: number }[] = [
  { title: 'commits in the range', of: ({ commits }) => commits, digits: 0 },
  { title: 'pull requests linked', of: ({ pullRequests }) => pullRequests, digits: 0 },
  { title: 'rows read', of: ({ rows }) => rows, digits: 0 },
  { title: 'rows read for a commit of the range', of: ({ rows, commits }) => rows / commits, digits: 1 },
  { title: 'round trips', of: ({ roundTrips }) => roundTrips, digits: 0 },
  { title: 'range, ms', of: ({ rangeMs }) => rangeMs, digits: 1 },
  { title: `${fewRows} rows read by SHA, ms`, of: ({ fewRowsMs }) => fewRowsMs, digits: 1 },
  { title: `range / ${fewRows} rows`, of: ({ rangeMs, fewRowsMs }) => rangeMs / fewRowsMs, digits: 2 },
  { title: 'recorded and linked, previous commit sent, ms', of: ({ linkMs }) => linkMs, digits: 1 },
  { title: 'recorded and linked, inferred, ms', of: ({ inferredMs }) => inferredMs, digits: 1 },
  { title: 'git rev-parse (a process and no more), ms', of: ({ gitStartMs }) => gitStartMs, digits: 1 },
  { title: 'git rev-list --count, ms', of: ({ gitMs }) => gitMs, digits: 1 },
  { title: 'git rev-list --count, commit-graph, ms', of: ({ gitWithGraphMs }) => gitWithGraphMs, digits: 1 },
  { title: 'range / git', of: ({ rangeMs, gitMs }) => rangeMs / gitMs, digits: 2 },
  { title: 'range / git with commit-graph', of: ({ rangeMs, gitWithGraphMs }) => rangeMs / gitWithGraphMs, digits: 2 },
]

/** Every figure of the ranges of one length: median, minimum and maximum. */
export function formatSamples(length: number, samples: readonly Sample[]): string {
  const lines = figures.map(({ title, of, digits }) => {
    const { median, min, max } = spreadOf(samples.map(of))
    const [middle, low, high] = [median, min, max].map((value) => value.toFixed(digits))
    return `    ${title.padEnd(48)} ${middle} (${low}–${high})`
  })
  return [`  ranges of about ${length.toLocaleString('en')} commits, median (min–max)`, ...lines].join('\n')
}

/** How the medians grow from the smallest history to the largest. */
export function formatGrowth({ length, histories }: Growth): string {
  const [first, last] = [histories[0], histories.at(-1)]
  if (!first || !last || first === last) return ''
  const lines = figures.map(({ title, of }) => {
    const [before, after] = [first, last].map(({ samples }) => spreadOf(samples.map(of)).median)
    return `    ${title.padEnd(48)} × ${((after ?? 0) / (before ?? 1)).toFixed(2)}`
  })
  const sizes = [first, last].map(({ size }) => size.toLocaleString('en')).join(' to ')
  return [`Ranges of about ${length.toLocaleString('en')} commits, from ${sizes}`, ...lines].join('\n')
}
