/** A binary heap that hands out the value with the greatest key first. */
export class MaxHeap<T> {
  readonly #entries: { key: number; value: T }[] = []

  get top(): { key: number; value: T } | undefined {
    return this.#entries[0]
  }

  push(key: number, value: T): void {
    const entry = { key, value }
    let index = this.#entries.push(entry) - 1
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = this.#entries[above]
      if (!parent || parent.key >= key) break
      this.#entries[index] = parent
      index = above
    }
    this.#entries[index] = entry
  }

  pop(): T | undefined {
    const first = this.#entries[0]
    const last = this.#entries.pop()
    if (last && this.#entries.length > 0) this.#sink(last)
    return first?.value
  }

  #sink(entry: { key: number; value: T }): void {
    let index = 0
    for (;;) {
      const left = this.#entries[2 * index + 1]
      const right = this.#entries[2 * index + 2]
      const child = right && left && right.key > left.key ? right : left
      if (!child || child.key <= entry.key) break
      this.#entries[index] = child
      index = child === right ? 2 * index + 2 : 2 * index + 1
    }
    this.#entries[index] = entry
  }
}
