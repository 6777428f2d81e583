import { relinkRepository } from '@/lib/deployments/linking/relink'
import { storePullRequests } from '@/lib/sources/git-import/store-pull-requests'
import { deploy, type Imported, timed } from './range-sample'

/** Commits of the default branch from one deployment to the next. */
const stepsApart = 3

/** Where among the deployments a pull request comes late, as a share of their number; the oldest is 0. */
const places = [0, 0.5, 0.99]

export type Relinked = { place: number; visited: number; changed: number; ms: number }

/** Deploys the newest commits of the default branch in their order. */
export async function fillDeployments(
  { sender, mainline }: Imported,
  service: string,
  count: number,
  onProgress: (done: number) => void,
): Promise<void> {
  for (let index = count; index > 0; index -= 1) {
    const commit = mainline.at(-index * stepsApart)
    if (commit) await deploy(sender, service, commit)
    onProgress(count - index + 1)
  }
}

/** Stores one late pull request after the other, and links again what it concerns. */
export async function measureRelinking(
  history: Imported,
  deployments: number,
  onProgress: (text: string) => void,
): Promise<Relinked[]> {
  const results: Relinked[] = []
  for (const [index, place] of places.entries()) {
    await storeLatePullRequest(history, Math.floor((1 - place) * deployments), 100_000_000 + index)
    let visited = 0
    const { result: changed, ms } = await timed(() =>
      relinkRepository(history.organizationId, history.repositoryId, ({ done, total }) => {
        visited = done
        onProgress(`${done} of ${total}`)
      }),
    )
    results.push({ place, visited, changed, ms })
  }
  return results
}

/** Of the first direct commit after the deployment that so many others follow. */
async function storeLatePullRequest({ mainline, ...key }: Imported, followedBy: number, number: number): Promise<void> {
  const direct = mainline.filter(({ subject }) => /^Change \d+$/.test(subject))
  const [oldest] = mainline.slice(-followedBy * stepsApart)
  const commit = direct.find(({ committedAt }) => oldest && committedAt >= oldest.committedAt) ?? direct.at(-1)
  if (!commit) throw new Error('The history has no direct commit')
  const mergedSeconds = commit.committedAt.getTime() / 1000
  const merged = { number, title: commit.subject, author: null, mergedSeconds, mergeCommitSha: commit.sha }
  const first = { headCommitSha: null, firstCommitSha: commit.sha, firstCommitSeconds: mergedSeconds }
  await storePullRequests(key, 'main', [{ ...merged, ...first }])
}
