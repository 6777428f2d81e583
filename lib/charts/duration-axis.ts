import { formatDuration } from '@/lib/format'
import { durationScale } from '@/lib/scale'

export type DurationAxis = {
  kind: 'linear' | 'log'
  /** Where a duration of the axis lies, from 0 to 1, the longest. */
  position: (seconds: number) => number
  ticks: { seconds: number; label: string }[]
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const week = 7 * day

const linearSteps = [
  ...[1, 2, 5, 10, 20, 30],
  ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes * minute),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hour),
  ...[1, 2, 3].map((days) => days * day),
  ...[1, 2, 4, 8, 13, 26, 52].map((weeks) => weeks * week),
]
const logSteps = [1, 10, minute, 5 * minute, hour, 6 * hour, day, week, 4 * week, 26 * week, 104 * week]

/** Least distance between two ticks of a log scale. */
const leastDistance = 0.12

/** An axis of seconds from 0 to the longest of them, with ticks that people say; a log scale as `durationScale` rules. */
export function durationAxis(seconds: readonly number[]): DurationAxis {
  const positive = seconds.filter((value) => value > 0)
  const shortest = positive.length > 0 ? Math.min(...positive) : 1
  const longest = positive.length > 0 ? Math.max(...positive) : 1
  const { kind } = durationScale([shortest, longest])
  const position = (value: number) => durationScale([shortest, longest, value]).lengths[2] ?? 0
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
    if (position(candidate) - position(ticks.at(-1) ?? 0) >= leastDistance) ticks.push(candidate)
  }
  return ticks
}

function tickLabel(seconds: number): string {
  if (seconds === 0) return '0'
  return seconds % week === 0 ? `${seconds / week}\u00a0wk` : formatDuration(seconds)
}
