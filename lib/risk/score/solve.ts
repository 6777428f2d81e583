/** Solves a system whose matrix is positive definite, by its lower half, which is overwritten (Cholesky). */
export function solve(lower: readonly Float64Array[], right: readonly number[]): number[] {
  factorize(lower)
  const solution = Float64Array.from(right)
  for (const [row, line] of lower.entries()) {
    solution[row] = ((solution[row] ?? 0) - dotUpTo(row, line, solution)) / (line[row] ?? 1)
  }
  for (let row = lower.length - 1; row >= 0; row -= 1) {
    const below = lower.slice(row + 1).map((line) => line[row] ?? 0)
    const rest = dotUpTo(below.length, below, solution.subarray(row + 1))
    solution[row] = ((solution[row] ?? 0) - rest) / (lower[row]?.[row] ?? 1)
  }
  return [...solution]
}

function factorize(lower: readonly Float64Array[]): void {
  for (const [row, line] of lower.entries()) {
    for (let column = 0; column <= row; column += 1) {
      const left = (line[column] ?? 0) - dotUpTo(column, line, lower[column] ?? line)
      line[column] = column === row ? Math.sqrt(Math.max(left, 1e-12)) : left / (lower[column]?.[column] ?? 1)
    }
  }
}

function dotUpTo(end: number, a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < end; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}
