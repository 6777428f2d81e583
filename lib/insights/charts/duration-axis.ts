import { formatDuration } from '@/lib/core/format'
import { durationScale } from '@/lib/core/scale'

type DurationAxis = {
  kind: 'linear' | 'log'
  /** Where a duration of the axis lies, from 0 to 1, the longest. */
  position: (seconds: number) => number
  ticks: { seconds: number; label: string }[]
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const week = 7 * day

/** None is over twice the one before, so that there are two ticks or more besides 0. */
const linearSteps = [
  ...[1, 2, 3, 5, 10, 15, 30],
  ...[1, 2, 3, 5, 10, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hour),
  ...[1, 2, 3, 4, 5].map((days) => days * day),
  ...[1, 2, 4, 8, 13, 26, 52].map((weeks) => weeks * week),
]
const logSteps = [1, 10, minute, 5 * minute, hour, 6 * hour, day, week, 4 * week, 26 * week, 104 * week]

/** A median of a hundredth of the height would lie on the axis. */
const widestLinear = 100

/** Least distance between two ticks of a log scale. */
const minDistance = 0.12

/**
 * An axis of seconds from 0 to the longest of them, with ticks that people say; a log scale where the longest, a p95, is
 * over a hundred times the shortest, a median.
 */
export function durationAxis(seconds: readonly number[]): DurationAxis {
  const positive = seconds.filter((value) => value > 0)
  const shortest = positive.length > 0 ? Math.min(...positive) : 1
  const longest = positive.length > 0 ? Math.max(...positive) : 1
  const { kind } = durationScale([shortest, longest], widestLinear)
  const position = (value: number) => durationScale([shortest, longest, value], widestLinear).lengths[2] ?? 0
  const ticks = kind === 'log' ? logTicks(shortest, longest, position) : linearTicks(longest)
  return { kind, position, ticks: ticks.map((value) => ({ seconds: value, label: tickLabel(value) })) }
}

function linearTicks(longest: number): number[] {
  const step = linearSteps.find((candidate) => longest / candidate <= 4) ?? Math.ceil(longest / 4 / week) * week
  return Array.from({ length: Math.floor(longest / step) + 1 }, (_, index) => index * step)
}

function logTicks(shortest: number, longest: number, position: (seconds: number) => number): number[] {
  const ticks = [0]
  for (const candidate of logSteps) {
    if (candidate < shortest || candidate > longest) continue
    if (position(candidate) - position(ticks.at(-1) ?? 0) >= minDistance) ticks.push(candidate)
  }
  return ticks
}

function tickLabel(seconds: number): string {
  if (seconds === 0) return '0'
  return seconds % week === 0 ? `${seconds / week}\u00a0wk` : formatDuration(seconds)
}
