import { readGitLines } from '@/lib/sources/git-import/run-git'

/** Every commit of a clone in git's order, children before parents, with its parents. */
export class Ancestry {
  readonly #shas: string[]
  readonly #parents: number[][]
  readonly #indexes: ReadonlyMap<string, number>

  private constructor(lines: readonly string[]) {
    const rows = lines.map((line) => line.split(' '))
    this.#shas = rows.map(([sha = '']) => sha)
    this.#indexes = new Map(this.#shas.map((sha, index) => [sha, index]))
    this.#parents = rows.map(([, ...parents]) => parents.map((sha) => this.#indexOf(sha)))
  }

  static async read(clone: string): Promise<Ancestry> {
    return new Ancestry(await readGitLines(clone, ['rev-list', '--all', '--date-order', '--parents']))
  }

  parentsOf(sha: string): string[] {
    return (this.#parents[this.#indexOf(sha)] ?? []).map((index) => this.#shas[index] ?? '')
  }

  /** A commit, its first parent, that one's first parent and so on, as far as they are in `within`. */
  lineOf(sha: string, within: ReadonlySet<string>): string[] {
    const line: string[] = []
    for (let next = sha; within.has(next); next = this.parentsOf(next)[0] ?? '') line.push(next)
    return line
  }

  /** What a commit is and brought: itself and all that its first parent does not have. */
  broughtBy(sha: string): string[] {
    const commit = this.#indexOf(sha)
    const [base, ...sides] = this.#parents[commit] ?? []
    if (base === undefined || sides.length === 0) return [sha]
    const inBase = new Map<number, boolean>([[commit, false]])
    let undecided = 1
    const mark = (index: number, value: boolean) => {
      const before = inBase.get(index)
      if (before === undefined && !value) undecided += 1
      if (before === false && value) undecided -= 1
      inBase.set(index, before === true || value)
    }
    mark(base, true)
    const brought: string[] = []
    for (let index = commit; undecided > 0; index += 1) {
      const value = inBase.get(index)
      if (value === undefined) continue
      for (const parent of this.#parents[index] ?? []) mark(parent, value)
      if (value) continue
      undecided -= 1
      brought.push(this.#shas[index] ?? '')
    }
    return brought
  }

  #indexOf(sha: string): number {
    const index = this.#indexes.get(sha)
    if (index === undefined) throw new Error(`${sha} is on no branch or tag`)
    return index
  }
}
