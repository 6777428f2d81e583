import type { Steps } from '@/lib/core/steps'
import { solve } from './solve'

/** A column as it is standardized: what is missing or unusable counts as its mean. A constant one has no scale. */
export type Column = { mean: number; scale: number }

/** The logarithm of the odds is the intercept and the sum of what each standardized column weighs. */
export type Fit = { columns: Column[]; weights: number[]; intercept: number }

type Rows = readonly (readonly (number | null)[])[]

/** Values beyond so many standard deviations count as that many. */
const maxStandardized = 4

/** What a value of a column weighs in a row: it is zero for the mean, and for what is missing. */
export function standardize(value: number | null | undefined, { mean, scale }: Column): number {
  if (value === null || value === undefined || !Number.isFinite(value) || scale === 0) return 0
  return Math.max(-maxStandardized, Math.min(maxStandardized, (value - mean) / scale))
}

/** The logarithm of the odds that a fit gives to a row. */
export function logOdds({ columns, weights, intercept }: Fit, row: readonly (number | null)[]): number {
  let sum = intercept
  for (let column = 0; column < columns.length; column += 1) {
    const described = columns[column]
    if (described) sum += (weights[column] ?? 0) * standardize(row[column], described)
  }
  return sum
}

export function probabilityOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds))
}

const maxIterations = 30
/** Of the intercept: only so that it ends where all outcomes are the same. */
const interceptRidge = 1e-3

/**
 * Logistic regression with a Gaussian prior on every standardized weight (`ridge` is one by its variance), by Newton's
 * method with halved steps: the maximum is unique, however columns hang together. Deterministic, at most 30 iterations.
 */
export function* fitLogistic(rows: Rows, outcomes: readonly boolean[], ridge: number): Steps<Fit> {
  const columns = describeColumns(rows)
  const size = columns.length + 1
  const standardized = rows.map((row) => [1, ...columns.map((column, index) => standardize(row[index], column))])
  yield
  const penalties = Array.from({ length: size }, (_, index) => (index === 0 ? interceptRidge : ridge))
  let weights = new Array<number>(size).fill(0)
  let loss = lossOf(standardized, outcomes, weights, penalties)
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    const step = newtonStep(standardized, outcomes, weights, penalties)
    yield
    let share = 1
    let next = weights
    let nextLoss = Number.POSITIVE_INFINITY
    for (; share > 1e-4; share /= 2) {
      next = weights.map((weight, index) => weight - share * (step[index] ?? 0))
      nextLoss = lossOf(standardized, outcomes, next, penalties)
      if (nextLoss <= loss) break
    }
    if (!(nextLoss <= loss)) break
    const gain = loss - nextLoss
    weights = next
    loss = nextLoss
    yield
    if (gain < 1e-9 * (1 + Math.abs(loss))) break
  }
  const [intercept = 0, ...others] = weights
  return { columns, weights: others, intercept }
}

function describeColumns(rows: Rows): Column[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return Array.from({ length: width }, (_, index) => {
    let count = 0
    let mean = 0
    let squares = 0
    for (const row of rows) {
      const value = row[index]
      if (value === null || value === undefined || !Number.isFinite(value)) continue
      // As Welford sums up: a large mean does not eat up small differences.
      const before = value - mean
      count += 1
      mean += before / count
      squares += before * (value - mean)
    }
    const scale = count > 1 ? Math.sqrt(squares / count) : 0
    const isConstant = !Number.isFinite(scale) || scale <= 1e-9 * Math.max(1, Math.abs(mean))
    return isConstant ? { mean: 0, scale: 0 } : { mean, scale }
  })
}

type Matrix = readonly (readonly number[])[]

function lossOf(
  rows: Matrix,
  outcomes: readonly boolean[],
  weights: readonly number[],
  penalties: readonly number[],
): number {
  let loss = 0
  for (let index = 0; index < weights.length; index += 1) {
    loss += 0.5 * (penalties[index] ?? 0) * (weights[index] ?? 0) ** 2
  }
  for (let index = 0; index < rows.length; index += 1) {
    const odds = dot(rows[index] ?? [], weights)
    const signed = outcomes[index] ? -odds : odds
    loss += signed > 0 ? signed + Math.log1p(Math.exp(-signed)) : Math.log1p(Math.exp(signed))
  }
  return loss
}

/** The gradient by the inverse of the Hessian, which the prior keeps positive definite. */
function newtonStep(
  rows: Matrix,
  outcomes: readonly boolean[],
  weights: readonly number[],
  penalties: readonly number[],
): number[] {
  const size = weights.length
  const gradient = weights.map((weight, index) => weight * (penalties[index] ?? 0))
  const hessian = Array.from({ length: size }, (_, index) => {
    const row = new Float64Array(size)
    row[index] = penalties[index] ?? 0
    return row
  })
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? []
    const probability = probabilityOf(dot(row, weights))
    const miss = probability - (outcomes[index] ? 1 : 0)
    const spread = Math.max(probability * (1 - probability), 1e-9)
    addRow(hessian, gradient, row, spread, miss)
  }
  return solve(hessian, gradient)
}

/** Adds what one case says; of the symmetric matrix the lower half. */
function addRow(
  hessian: readonly Float64Array[],
  gradient: number[],
  row: readonly number[],
  spread: number,
  miss: number,
): void {
  for (const [first, line] of hessian.entries()) {
    const value = row[first] ?? 0
    if (value === 0) continue
    gradient[first] = (gradient[first] ?? 0) + miss * value
    const weighted = spread * value
    for (let second = 0; second <= first; second += 1)
      line[second] = (line[second] ?? 0) + weighted * (row[second] ?? 0)
  }
}

function dot(row: readonly number[], weights: readonly number[]): number {
  let sum = 0
  for (let index = 0; index < weights.length; index += 1) sum += (row[index] ?? 0) * (weights[index] ?? 0)
  return sum
}
