import { withoutTurns } from '@/lib/core/invisible'
export type PullRequestReference = { number: number; title: string }

const maxNumber = 2 ** 31 - 1
const maxTitle = 1_000

/** How hosts word the subject of a merge. Without a title in it, the title is the first line of the body. */
const mergeSubjects = [
  /^Merge pull request #(?<number>\d+)(?: |$)/, // GitHub; Bitbucket Server up to 6
  /^Merge pull request '(?<title>.*)' \(#(?<number>\d+)\) from /s, // Gitea, Forgejo
  /^Pull request #(?<number>\d+): (?<title>.*)$/s, // Bitbucket Server from 7
  /^Merged in .*\(pull request #(?<number>\d+)\)$/s, // Bitbucket Cloud
  /^Auto merge of #(?<number>\d+) - /, // bors
  /^Merged PR (?<number>\d+): (?<title>.*)$/s, // Azure DevOps
]

const gitlabLine = /^See merge request \S*!(?<number>\d+)$/
const gitlabMerge = /^Merge branch '.*' into /s
const squashSubject = /^(?<title>.*)\((?:pull request )?#(?<number>\d+)\)$/s
const bitbucketCommitLine = /^\* commit '/

/**
 * The pull request that a commit message says was merged, or null. A revert quotes the subject of what it takes back,
 * so only the end of a subject counts.
 */
export function parseMessage(message: string): PullRequestReference | null {
  const { subject, body } = split(message)
  const merge = firstMatch(subject, mergeSubjects)
  if (merge) return toReference(merge.number, merge.title ?? firstLine(body), subject)
  const gitlab = body.map((line) => gitlabLine.exec(line)?.groups).findLast(Boolean)
  if (gitlab) {
    const title = gitlabMerge.test(subject) ? firstLine(body.filter((line) => !gitlabLine.test(line))) : subject
    return toReference(gitlab.number, title, subject)
  }
  const squash = firstMatch(subject, [squashSubject])
  return squash ? toReference(squash.number, squash.title, subject) : null
}

/** As git does it: the subject is the whole first paragraph, on one line. */
function split(message: string): { subject: string; body: string[] } {
  const lines = message
    .trim()
    .split('\n')
    .map((line) => line.trim())
  const blank = lines.indexOf('')
  const end = blank < 0 ? lines.length : blank
  return { subject: lines.slice(0, end).join(' '), body: lines.slice(end) }
}

function firstMatch(subject: string, patterns: readonly RegExp[]) {
  for (const pattern of patterns) {
    const groups = pattern.exec(subject)?.groups
    if (groups) return groups
  }
  return undefined
}

function firstLine(body: readonly string[]): string | undefined {
  return body.find((line) => line !== '' && !bitbucketCommitLine.test(line))
}

function toReference(digits: string | undefined, title: string | undefined, subject: string) {
  const number = Number(digits)
  if (!(number > 0 && number <= maxNumber)) return null
  return { number, title: cut(withoutTurns(title?.trim() || subject)) }
}

/** Cut between code points, so that no half of a pair is left. */
function cut(text: string): string {
  return [...text.slice(0, 2 * maxTitle)].slice(0, maxTitle).join('')
}
