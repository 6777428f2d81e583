export type CommitEdges = { sha: string; parents: readonly string[] }

/** `generation` is greater than that of every ancestor, see `correctedDate`. */
export type CommitNode = CommitEdges & { generation: number }

/**
 * What a walk requests: every `wanted` commit that is known. Of all others, the `limit` newest ones whose generation is
 * at most `newest` are likely to be requested next; giving them now saves requests.
 */
export type CommitRequest = { wanted: string[]; newest: number; limit: number }

/** A computation over commits that says which ones it needs. */
export type CommitWalk<Result> = Generator<CommitRequest, Result, readonly CommitNode[]>

/** So many commits the first request of a walk gets beyond those it wants. */
export const firstLimit = 256
const maxLimit = 8_192

/** Commits that have more on average come in small chunks. */
const maxParents = 4

/** So many commits are requested by their SHA at once, each of which may have so many parents. */
const maxWanted = 1_000
const parentsOfWanted = 100

/**
 * The commits that are loaded and not visited have few more parents than this. From half of that on, only wanted ones
 * are loaded, and one whose turn comes later is forgotten until then.
 */
const maxHeldParents = 400_000

/**
 * The edge of a walk from commits to their ancestors. A commit that is not loaded waits at the generation just below
 * its child's, which is never too low, so that it is requested only when nothing newer is left.
 */
export class Frontier {
  readonly #loaded = new Map<string, CommitNode>()
  readonly #queue = new MaxHeap<string>()
  readonly #missing = new Set<string>()
  readonly #forgotten = new Set<string>()
  #heldParents = 0
  #limit = firstLimit

  /** Puts a commit in the queue; once per commit. `atMost` is not below its generation. */
  add(sha: string, atMost = Number.POSITIVE_INFINITY): void {
    const node = this.#loaded.get(sha)
    if (!node) this.#missing.add(sha)
    this.#queue.push(node?.generation ?? atMost, sha)
  }

  /** The newest commit in the queue, `unknown` when no source has it, `end` when none of at least `lowest` is left. */
  *next(lowest = Number.NEGATIVE_INFINITY): CommitWalk<CommitNode | 'unknown' | 'end'> {
    for (let top = this.#queue.top; top && top.key >= lowest; top = this.#queue.top) {
      const node = this.#loaded.get(top.value)
      if (!node && (this.#missing.has(top.value) || this.#forgotten.has(top.value))) {
        yield* this.#load(top)
        continue
      }
      this.#queue.pop()
      if (!node) return 'unknown'
      if (node.generation < top.key) {
        this.#queue.push(node.generation, node.sha)
        if (!this.#isFull()) continue
        this.#forget(node)
        this.#forgotten.add(node.sha)
        continue
      }
      this.#forget(node)
      return node
    }
    return 'end'
  }

  /** Loads the first commit of the queue, and others that wait for it. */
  *#load(top: { key: number; value: string }): CommitWalk<void> {
    const room = Math.ceil((maxHeldParents - this.#heldParents) / parentsOfWanted)
    const wanted = firstOf([top.value], this.#missing, Math.min(Math.max(room, 1), maxWanted))
    const limit = this.#isFull() ? 0 : this.#limit
    const chunk = yield { wanted, newest: top.key, limit }
    for (const node of chunk) {
      this.#heldParents += node.parents.length - (this.#loaded.get(node.sha)?.parents.length ?? 0)
      this.#loaded.set(node.sha, node)
    }
    for (const sha of wanted) this.#missing.delete(sha)
    this.#forgotten.delete(top.value)
    const parents = chunk.reduce((sum, node) => sum + node.parents.length, 0)
    this.#limit = parents > maxParents * chunk.length ? firstLimit : Math.min(2 * this.#limit, maxLimit)
  }

  #forget(node: CommitNode): void {
    this.#loaded.delete(node.sha)
    this.#heldParents -= node.parents.length
  }

  #isFull(): boolean {
    return this.#heldParents > maxHeldParents / 2
  }
}

/** The generations of those commits that are known; nothing else of them is kept. */
export function* generationsOf(shas: Iterable<string>): CommitWalk<ReadonlyMap<string, number>> {
  const generations = new Map<string, number>()
  const missing = new Set(shas)
  while (missing.size > 0) {
    const wanted = firstOf([], missing, maxWanted)
    const nodes = yield { wanted, newest: Number.NEGATIVE_INFINITY, limit: 0 }
    for (const { sha, generation } of nodes) generations.set(sha, generation)
    for (const sha of wanted) missing.delete(sha)
  }
  return generations
}

function firstOf(first: readonly string[], others: Iterable<string>, count: number): string[] {
  const wanted = new Set(first)
  for (const sha of others) {
    if (wanted.size >= count) break
    wanted.add(sha)
  }
  return [...wanted]
}

/** A binary heap that hands out the value with the greatest key first. */
class MaxHeap<T> {
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
