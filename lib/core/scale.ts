type Scale = { kind: 'linear' | 'log'; lengths: number[] }

/**
 * Lengths of bars, 0 to 1, for durations in seconds, the longest being 1. Where it is over `widestLinear` times the
 * shortest they are on a log scale, so that short ones can still be told apart. Durations of 0 or less have no length.
 */
export function durationScale(seconds: readonly number[], widestLinear = 1_000): Scale {
  const positive = seconds.filter((value) => value > 0)
  const longest = Math.max(...positive)
  const shortest = Math.min(...positive)
  if (longest / shortest <= widestLinear || positive.length === 0) {
    return { kind: 'linear', lengths: seconds.map((value) => (value > 0 ? value / longest : 0)) }
  }
  const length = (value: number) => Math.log1p(value / shortest) / Math.log1p(longest / shortest)
  return { kind: 'log', lengths: seconds.map((value) => (value > 0 ? length(value) : 0)) }
}
