/** A value has to get back by so much of the threshold, so that one that lies close to it is not told again and again. */
const slack = 0.05

/** What the value of a metric does to an alert: it crosses the threshold, is back, or changes nothing. */
export function crossing(
  { above, threshold, isCrossed }: { above: boolean; threshold: number; isCrossed: boolean },
  value: number,
): 'crossed' | 'back' | null {
  const beyond = above ? value > threshold : value < threshold
  if (!isCrossed) return beyond ? 'crossed' : null
  const back = above ? value <= threshold * (1 - slack) : value >= threshold * (1 + slack)
  return back ? 'back' : null
}
