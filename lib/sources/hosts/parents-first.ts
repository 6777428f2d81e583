type Node = { sha: string; parents: readonly string[] }

/** The commits of a list, each once, in an order in which every parent that is among them comes before its children. */
export function parentsFirst<Commit extends Node>(commits: readonly Commit[]): Commit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  const children = new Map<string, Commit[]>()
  const missing = new Map<string, number>()
  for (const commit of bySha.values()) {
    const known = [...new Set(commit.parents)].filter((sha) => bySha.has(sha))
    missing.set(commit.sha, known.length)
    for (const sha of known) {
      const siblings = children.get(sha)
      if (siblings) siblings.push(commit)
      else children.set(sha, [commit])
    }
  }
  const ordered = [...bySha.values()].filter(({ sha }) => missing.get(sha) === 0)
  // What is found goes to the end of the list that is being read.
  for (const { sha } of ordered) {
    for (const child of children.get(sha) ?? []) {
      const left = (missing.get(child.sha) ?? 0) - 1
      missing.set(child.sha, left)
      if (left === 0) ordered.push(child)
    }
  }
  return ordered
}
