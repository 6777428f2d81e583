import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Random } from '@/lib/demo/random'

const startSeconds = Date.UTC(2014, 0, 1) / 1000
const secondsBetweenMerges = 1_000
const shares = { squash: 0.25, direct: 0.1 }
const subjects = {
  merge: (number: number) => `Merge pull request #${number} from acme/change-${number}`,
  squash: (number: number) => `Change ${number} (#${number})`,
  direct: (number: number) => `Change ${number}`,
}
const maxFork = 2_000

/** Where, as a share of the history, a branch is merged that forked from the very first commit. */
export const oldBranchAt = 0.999
const oldNumber = 90_000_000

type MainlineCommit = { mark: number; seconds: number }

/**
 * Writes a history of `size` commits into an empty bare repository: a mainline of merges of branches of a few commits,
 * of squashed pull requests and of direct commits. Half of the branches fork from one of the last twenty commits of
 * the mainline, a few from up to 2,000 before; one near the end from the first.
 */
export async function writeHistory(path: string, size: number, onProgress: (done: number) => void): Promise<void> {
  const git = spawn('git', ['-C', path, 'fast-import', '--quiet', '--force'], { stdio: ['pipe', 'ignore', 'inherit'] })
  const closed = once(git, 'close')
  for (const { text, done } of historyAsText(size)) {
    if (!git.stdin.write(text)) await once(git.stdin, 'drain')
    onProgress(done)
  }
  git.stdin.end()
  const [code] = await closed
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`)
}

function* historyAsText(size: number): Generator<{ text: string; done: number }> {
  const random = new Random(`history of ${size}`)
  const mainline: MainlineCommit[] = [{ mark: 1, seconds: startSeconds }]
  let text = commitText(1, startSeconds, [], 'Begin')
  let hasOld = false
  for (let mark = 1, number = 1; mark < size; number += 1) {
    const last = mainline.at(-1) ?? { mark: 1, seconds: startSeconds }
    const seconds = last.seconds + 1 + random.duration(secondsBetweenMerges)
    const isOld: boolean = !hasOld && mark > oldBranchAt * size
    const [kind, fork] = isOld ? (['merge', mainline[0]] as const) : [pickKind(random), pickFork(mainline, random)]
    const commits = kind === 'merge' ? Math.min(1 + random.count(3), size - mark - 1) : 0
    text += branchText(fork ?? last, { mark, seconds, commits, number })
    mark += commits + 1
    const parents = commits > 0 ? [last.mark, mark - 1] : [last.mark]
    text += commitText(mark, seconds, parents, subjects[kind](isOld ? oldNumber : number))
    mainline.push({ mark, seconds })
    hasOld ||= isOld
    if (text.length < 1_000_000 && mark < size) continue
    yield { text, done: mark }
    text = ''
  }
}

export const oldBranchSubject = subjects.merge(oldNumber)

function pickKind(random: Random): keyof typeof subjects {
  const share = random.fraction()
  if (share < shares.squash) return 'squash'
  return share < shares.squash + shares.direct ? 'direct' : 'merge'
}

function pickFork(mainline: readonly MainlineCommit[], random: Random): MainlineCommit | undefined {
  return mainline.at(-Math.min(1 + random.duration(20, 1.3), maxFork, mainline.length))
}

type Branch = MainlineCommit & { commits: number; number: number }

/** The commits of a branch after `mark`, spread over the time until it is merged. */
function branchText(fork: MainlineCommit, { mark, seconds, commits, number }: Branch): string {
  return Array.from({ length: commits }, (_, index) => {
    const at = Math.floor(fork.seconds + ((seconds - fork.seconds) * (index + 1)) / (commits + 1))
    return commitText(mark + index + 1, at, [index === 0 ? fork.mark : mark + index], `Work on change ${number}`)
  }).join('')
}

function commitText(mark: number, seconds: number, parents: readonly number[], message: string): string {
  const [first, ...others] = parents
  return [
    `commit refs/heads/main\nmark :${mark}\ncommitter Ada <ada@example.com> ${seconds} +0000`,
    `data ${message.length}\n${message}`,
    ...(first === undefined ? [] : [`from :${first}`]),
    ...others.map((parent) => `merge :${parent}`),
    '\n',
  ].join('\n')
}
