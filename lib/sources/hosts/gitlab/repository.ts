import { z } from 'zod'
import { type HostCommit, HostError, type HostPage } from '@/lib/sources/hosts/model'
import { nameField, textField } from '../host-fields'
import type { GitlabAnswer, GitlabClient } from './client'
import { commitDate, shaField } from './fields'
import { projectPath } from './projects'

/** Every walk over the history reads all of them. As many as are read of GitHub. */
const maxParents = 100

const commitSchema = z
  .object({
    id: shaField,
    parent_ids: z.array(shaField).max(maxParents),
    author_name: textField.nullish(),
    authored_date: commitDate,
    committed_date: commitDate,
  })
  .transform(
    (commit): HostCommit => ({
      sha: commit.id,
      parents: commit.parent_ids,
      authorName: commit.author_name ?? '',
      authoredAt: commit.authored_date,
      committedAt: commit.committed_date,
      pullRequestNumber: null,
    }),
  )

const refSchema = z.object({ name: nameField, commit: z.object({ id: shaField }).nullish() })

type Ref = z.output<typeof refSchema>

const perPage = 100

/** A hundred commits reachable from `tip`, children before parents. `gone` when it is not there. */
export async function readCommits(
  client: GitlabClient,
  hostId: string,
  tip: string,
  from: string | null,
): Promise<HostPage<HostCommit>> {
  const path = `${projectPath(hostId)}/repository/commits`
  const query = from ?? { ref_name: tip, order: 'topo', per_page: String(perPage) }
  const { body, next } = await client.get(path, query, z.array(commitSchema).max(perPage))
  return { items: body, next, total: null }
}

/** Commits that branches and tags point at, by full name of the ref: `refs/heads/main`. */
export async function readTips(client: GitlabClient, hostId: string): Promise<Map<string, string>> {
  const branches = await readRefs(client, hostId, 'branches')
  const tags = await readRefs(client, hostId, 'tags')
  return new Map([
    ...branches.map(([name, sha]) => [`refs/heads/${name}`, sha] as const),
    ...tags.map(([name, sha]) => [`refs/tags/${name}`, sha] as const),
  ])
}

/** As many as are read of GitHub, with names of so many characters in all. */
const maxRefPages = 1_000
const maxRefCharacters = 16 * 1024 * 1024

async function readRefs(client: GitlabClient, hostId: string, kind: 'branches' | 'tags'): Promise<[string, string][]> {
  const path = `${projectPath(hostId)}/repository/${kind}`
  const refs: [string, string][] = []
  let query: string | null = `pagination=keyset&per_page=${perPage}`
  let characters = 0
  for (let pages = 0; query !== null; pages += 1) {
    if (pages === maxRefPages || characters > maxRefCharacters) throw tooManyRefs(kind)
    const answer: GitlabAnswer<Ref[]> = await client.get(path, query, z.array(refSchema).max(perPage))
    for (const { name, commit } of answer.body) {
      characters += name.length
      if (commit) refs.push([name, commit.id])
    }
    query = answer.next
  }
  return refs
}

function tooManyRefs(kind: string): HostError {
  const max = (maxRefPages * perPage).toLocaleString('en')
  return new HostError(
    `GitLab lists more ${kind} than Leadline reads: at most ${max}, of 16 MiB in all. Delete old ones.`,
    'access',
  )
}
