import { withoutTurns } from '@/lib/core/invisible'
import type { Clone } from './open-clone'
import { runGit, streamGit } from './run-git'
import { splitRecords } from './split-records'

/** A commit as `git log` prints it; times are seconds since 1970. */
export type LoggedCommit = {
  sha: string
  parents: string[]
  authorName: string
  authoredSeconds: number
  committedSeconds: number
  message: string
}

const headerLines = 5
const header = '%H%n%P%n%an%n%at%n%ct'
const lineBreak = 0x0a

/** Far enough from the year 10000 for every time zone. */
const latestSeconds = Date.UTC(9999, 0, 1) / 1000

/** Commits reachable from some and not from others. */
export type Revisions = { from: readonly string[]; without?: readonly string[] }

/** How many commits `readLog` is going to yield. */
export async function countLog({ directory }: Clone, revisions: Revisions): Promise<number> {
  return Number(await runGit(directory, ['rev-list', '--count', '--stdin'], toInput(revisions)))
}

/**
 * Streams commits, parents before children, in batches as they come.
 * Messages are empty unless requested, and cut after 1 MiB. Text that is not UTF-8 gets replacement characters.
 */
export async function* readLog(
  { directory, shallowParents }: Clone,
  revisions: Revisions,
  { messages }: { messages: boolean },
): AsyncGenerator<LoggedCommit[]> {
  const options = ['--reverse', '--topo-order', '--no-show-signature', '--encoding=UTF-8', '-z', '--stdin']
  const format = messages ? `${header}%n%B` : header
  const output = streamGit(directory, ['log', ...options, `--format=${format}`], toInput(revisions))
  for await (const records of splitRecords(output, 0)) {
    yield records.map((record) => {
      const commit = parseRecord(record)
      return { ...commit, parents: shallowParents.get(commit.sha) ?? commit.parents }
    })
  }
}

function toInput({ from, without = [] }: Revisions): string {
  return [...from, ...without.map((sha) => `^${sha}`), ''].join('\n')
}

function parseRecord(record: Buffer): LoggedCommit {
  let end = -1
  for (let line = 0; line < headerLines; line += 1) {
    end = record.indexOf(lineBreak, end + 1)
    if (end < 0) end = record.length
  }
  const [sha = '', parents = '', authorName = '', authored, committed] = record.toString('utf8', 0, end).split('\n')
  return {
    sha,
    parents: parents === '' ? [] : parents.split(' '),
    authorName: withoutTurns(authorName),
    authoredSeconds: toSeconds(authored),
    committedSeconds: toSeconds(committed),
    message: record.toString('utf8', end + 1),
  }
}

/** Nothing keeps a commit from carrying a date that no calendar has. */
function toSeconds(text = ''): number {
  const seconds = Number(text)
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(Math.trunc(seconds), 0), latestSeconds)
}
