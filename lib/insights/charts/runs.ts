/** Neighbours that have a value, with their places: what can be joined by a line. */
export function runsOf<T>(values: readonly (T | null)[]): { index: number; value: T }[][] {
  const runs: { index: number; value: T }[][] = []
  let run: { index: number; value: T }[] = []
  values.forEach((value, index) => {
    if (value === null) {
      run = []
      return
    }
    if (run.length === 0) runs.push(run)
    run.push({ index, value })
  })
  return runs
}
