/** Numbers from 0 up to `max` in steps of 1, 2 or 5 times a power of ten, six at most, `minStep` or more apart. */
export function roundTicks(max: number, minStep: number): number[] {
  const step = roundStep(max / 5, minStep)
  return Array.from({ length: Math.floor(max / step + 1e-9) + 1 }, (_, index) => Number((index * step).toFixed(6)))
}

function roundStep(atLeast: number, minStep: number): number {
  if (atLeast <= minStep) return minStep
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const factor = [1, 2, 5].find((candidate) => candidate * power >= atLeast - 1e-9) ?? 10
  return factor * power
}
