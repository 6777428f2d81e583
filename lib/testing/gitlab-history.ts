import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { createTestRepository, type TestRepository } from '@/lib/sources/git-import/test-repository'
import type { GitlabMergeRequest } from './gitlab-project'

/** How a merge request ends; GitLab can be set to the first four. */
export type Ending = 'merge' | 'squash' | 'squash and merge' | 'fast-forward' | 'opened' | 'closed'

/** A merge request to be: the files that each of its commits writes, and how far behind main its branch starts. */
export type PlannedChange = { commits: string[][]; ending: Ending; behind: number; reviewed: boolean }

/** The first commit of a merge request, and the commit of it that main got, as the history was written. */
export type Truth = { iid: number; first: string; landing: string | null; paths: string[] }

export type GitlabHistory = { repository: TestRepository; mergeRequests: GitlabMergeRequest[]; truths: Truth[] }

const paths = fc.constantFrom('README.md', 'apps/web/page.tsx', 'apps/api/server.ts', 'libs/a b.c')
const endings: Ending[] = ['merge', 'squash', 'squash and merge', 'fast-forward', 'opened', 'closed']

/** Merge requests of all kinds, whose branches start at main or somewhat behind it. */
export const plannedChanges: fc.Arbitrary<PlannedChange[]> = fc.array(
  fc.record({
    commits: fc.array(fc.uniqueArray(paths, { minLength: 1 }), { minLength: 1, maxLength: 3 }),
    ending: fc.constantFrom(...endings),
    behind: fc.nat({ max: 3 }),
    reviewed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

type Marks = { base: number; first: number; head: number; squash: number | null; merge: number | null }

/** Carries out changes, one after the other, in a new repository with the branch `main`. */
export function createGitlabHistory(changes: readonly PlannedChange[]): GitlabHistory {
  const stream = startStream()
  const main = [stream.commit([], ['README.md'])]
  const marked = changes.map((change) => ({ change, marks: carryOut(stream, main, change) }))
  const repository = createTestRepository()
  const sha = importStream(repository, `${stream.text()}reset refs/heads/main\nfrom :${main.at(-1)}\n\n`)
  return {
    repository,
    mergeRequests: marked.map(({ change, marks }, index) => record(index + 1, change, marks, sha)),
    truths: marked.map(({ change, marks }, index) => ({
      iid: index + 1,
      first: sha(marks.first),
      landing: change.ending in landings ? sha(marks.merge ?? marks.squash ?? marks.head) : null,
      paths: [...new Set(change.commits.flat())].sort(),
    })),
  }
}

const landings = { merge: true, squash: true, 'squash and merge': true, 'fast-forward': true }

/** Writes the commits of one change and moves main on. */
function carryOut(stream: Stream, main: number[], { commits, ending, behind }: PlannedChange): Marks {
  const tip = main.at(-1) ?? 0
  const base = ending === 'fast-forward' ? tip : (main.at(-1 - behind) ?? tip)
  const branch: number[] = []
  for (const files of commits) branch.push(stream.commit([branch.at(-1) ?? base], files))
  const [first = base, head = base] = [branch[0], branch.at(-1)]
  const files = commits.flat()
  const squashBase = ending === 'squash' ? tip : base
  const squash = ending.startsWith('squash') ? stream.commit([squashBase], files) : null
  const merge = ending.endsWith('merge') ? stream.commit([tip, squash ?? head], files) : null
  const landing = merge ?? squash ?? head
  if (ending in landings) main.push(landing)
  return { base, first, head, squash, merge }
}

function record(iid: number, change: PlannedChange, marks: Marks, sha: (mark: number) => string): GitlabMergeRequest {
  const { ending, reviewed } = change
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, iid, minutes))
  const merged = ending in landings
  const system = { author: `author-${iid}`, at: at(1), system: true, icon: 'commit' }
  const bot = { author: 'project_7_bot_12ab', at: at(2), system: false, icon: null }
  const approval = { author: 'grace', at: at(3), system: true, icon: 'check' }
  return {
    iid,
    title: `Change ${iid}`,
    author: `author-${iid}`,
    state: merged ? 'merged' : ending === 'opened' ? 'opened' : 'closed',
    targetBranch: 'main',
    base: sha(marks.base),
    head: sha(marks.head),
    mergeCommitSha: marks.merge === null ? null : sha(marks.merge),
    squashCommitSha: marks.squash === null ? null : sha(marks.squash),
    createdAt: at(0),
    updatedAt: at(5),
    mergedAt: merged ? at(4) : null,
    closedAt: ending === 'closed' ? at(4) : null,
    notes: reviewed ? [system, bot, approval] : [system, bot],
  }
}

type Stream = { commit: (parents: readonly number[], files: readonly string[]) => number; text: () => string }

/** A stream for `git fast-import`; the content of each file names the commit that wrote it. */
function startStream(): Stream {
  const parts: string[] = []
  return {
    text: () => parts.join(''),
    commit: ([from, ...others], files) => {
      const mark = parts.length + 1
      const person = `Ada Lovelace <ada@example.com> ${1_760_000_000 + mark * 60} +0000`
      const message = `Commit ${mark}`
      parts.push(
        [
          from === undefined ? 'reset refs/scratch\n' : '',
          `commit refs/scratch\nmark :${mark}\nauthor ${person}\ncommitter ${person}\n`,
          `data ${message.length}\n${message}\n`,
          from === undefined ? '' : `from :${from}\n`,
          ...others.map((other) => `merge :${other}\n`),
          ...[...new Set(files)].map((path) => `M 100644 inline "${path}"\ndata ${message.length}\n${message}\n`),
          '\n',
        ].join(''),
      )
      return mark
    },
  }
}

function importStream({ path }: TestRepository, input: string): (mark: number) => string {
  const marks = `${path}/marks`
  execFileSync('git', ['-C', path, 'fast-import', '--quiet', '--force', `--export-marks=${marks}`], { input })
  const lines = readFileSync(marks, 'utf8').split('\n').filter(Boolean)
  const shas = new Map(lines.map((line) => [line.slice(1, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]))
  return (mark) => shas.get(String(mark)) ?? ''
}
