import { crc32 } from 'node:zlib'

/** Random numbers that are the same for the same seed on every machine: mulberry32, seeded by a text. */
export class Random {
  #state: number

  constructor(seed: string) {
    this.#state = crc32(seed)
  }

  /** At least 0 and less than 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + this.fraction() * (high - low)
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }

  chance(share: number): boolean {
    return this.fraction() < share
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.fraction() * items.length)]
    if (item === undefined) throw new RangeError('Nothing to pick from')
    return item
  }

  /** Log-normal, as durations of work are: half of all values lie below `median`, a few far above. */
  duration(median: number, spread = 0.7): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.fraction())) * Math.cos(2 * Math.PI * this.fraction())
    return Math.round(median * Math.exp(spread * normal))
  }

  /** How many of something that happens `mean` times on average. */
  count(mean: number): number {
    const limit = Math.exp(-mean)
    let product = this.fraction()
    let count = 0
    for (; product > limit; count += 1) product *= this.fraction()
    return count
  }
}
