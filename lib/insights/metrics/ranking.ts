import { inParts, type Steps } from '@/lib/core/steps'
import { valueAt } from './column'

/** Values in ascending order, and with each the index of the sample that has it. */
export type Ranking = { values: Float64Array; samples: Uint32Array }

const digitBits = 11
const digits = 2 ** digitBits
const wordSize = 2 ** 32

/**
 * Puts values in order, such as seconds: with up to three decimals, NaN for none. Throws when one is below 0. A radix
 * sort, which keeps who has which value and takes half as long as sorting the values alone by comparison. Samples with
 * the same value stay in the order that is given, in which all of them are.
 */
export function* rank(values: Float64Array, order?: Uint32Array): Steps<Ranking> {
  const known = new Uint32Array(values.length)
  const low = new Uint32Array(values.length)
  const high = new Uint32Array(values.length)
  let count = 0
  let max = 0
  yield* inParts(values.length, (from, to) => {
    for (let place = from; place < to; place += 1) {
      const index = order?.[place] ?? place
      const thousandths = Math.round(valueAt(values, index) * 1000)
      if (Number.isNaN(thousandths)) continue
      if (thousandths < 0) throw new RangeError('Only values from 0 on can be put in order.')
      if (thousandths > max) max = thousandths
      known[count] = index
      low[index] = thousandths
      high[index] = thousandths / wordSize
      count += 1
    }
  })
  const samples = yield* sortByWord(known.subarray(0, count), low, Math.min(max, wordSize - 1))
  return yield* inOrder(values, yield* sortByWord(samples, high, max / wordSize))
}

/** The indexes of samples in columns, the latest first, of those of one instant the greatest id. */
export function* latestFirst(instants: Float64Array, ids: Float64Array): Steps<Uint32Array> {
  const lastFirst = new Uint32Array(ids.length)
  for (let place = 0; place < lastFirst.length; place += 1) lastFirst[place] = lastFirst.length - 1 - place
  yield
  const { samples: byId } = yield* rank(ids, lastFirst)
  return (yield* rank(instants, byId)).samples.reverse()
}

function* inOrder(values: Float64Array, samples: Uint32Array): Steps<Ranking> {
  const ordered = new Float64Array(samples.length)
  yield* inParts(ordered.length, (from, to) => {
    for (let place = from; place < to; place += 1) ordered[place] = valueAt(values, samples[place] ?? -1)
  })
  return { values: ordered, samples }
}

/** Samples in the order of one word of their value, which is at most `max`; those with the same stay in order. */
function* sortByWord(samples: Uint32Array, word: Uint32Array, max: number): Steps<Uint32Array> {
  let from = samples
  let to: Uint32Array = new Uint32Array(samples.length)
  for (let shift = 0; shift < 32 && max >>> shift > 0; shift += digitBits) {
    yield* sortByDigit(from, to, word, shift)
    ;[from, to] = [to, from]
  }
  return from
}

function* sortByDigit(samples: Uint32Array, sorted: Uint32Array, word: Uint32Array, shift: number): Steps<void> {
  const next = new Uint32Array(digits + 1)
  yield* inParts(samples.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const after = (((word[samples[index] ?? -1] ?? 0) >>> shift) & (digits - 1)) + 1
      next[after] = (next[after] ?? 0) + 1
    }
  })
  for (let digit = 1; digit < digits; digit += 1) next[digit] = (next[digit] ?? 0) + (next[digit - 1] ?? 0)
  yield* inParts(samples.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const sample = samples[index] ?? -1
      const digit = ((word[sample] ?? 0) >>> shift) & (digits - 1)
      const place = next[digit] ?? 0
      next[digit] = place + 1
      sorted[place] = sample
    }
  })
}
