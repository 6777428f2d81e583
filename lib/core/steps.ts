/** Work that stops after each of its steps, which are short: in between, others may have their turn. */
export type Steps<Result> = Generator<void, Result, void>

/** As many names, or things that are made for each, are a step: hardly a millisecond. */
const eachStep = 1_000

/** Whether a step ends before the item at an index. */
export function isNextStep(index: number): boolean {
  return index % eachStep === eachStep - 1
}

/** As many samples of columns are a step: some milliseconds, wherever in memory they are. */
const eachPart = 50_000

/** Does something with all of a number of samples, those from one index up to another in each step. */
export function* inParts(count: number, work: (from: number, to: number) => void): Steps<void> {
  for (let from = 0; from < count; from += eachPart) {
    if (from > 0) yield
    work(from, Math.min(from + eachPart, count))
  }
}

/** Runs all steps in one go. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
