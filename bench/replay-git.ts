import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Random } from '@/lib/demo/random'
import { readGitLines, runGit } from '@/lib/sources/git-import/run-git'
import { shuffle } from './replay-shuffle'

/** A tag of a commit, as the deployment that it stands for. */
export type Release = { tag: string; sha: string; completedAt: Date }

/** Some of the tags of a clone, in order of commit date; where dates are the same, each comes a second later. */
export async function readReleases(clone: string, limit: number, random: Random): Promise<Release[]> {
  const format =
    '--format=%(if)%(*objectname)%(then)%(*objecttype) %(*objectname)%(else)%(objecttype) %(objectname)%(end) %(refname:short)'
  const tags = (await readGitLines(clone, ['for-each-ref', format, 'refs/tags']))
    .map((line) => line.split(' '))
    .flatMap(([type, sha = '', tag = '']) => (type === 'commit' ? [{ tag, sha }] : []))
  const drawn = shuffle(tags, random).slice(0, limit)
  const shas = drawn.map(({ sha }) => `${sha}\n`).join('')
  const dates = await readGitLines(clone, ['log', '--no-walk=unsorted', '--stdin', '--format=%H %ct'], shas)
  const secondsOf = new Map(dates.map((line) => [line.slice(0, 40), Number(line.slice(41))]))
  const inOrder = drawn
    .map((release) => ({ ...release, seconds: secondsOf.get(release.sha) ?? 0 }))
    .sort((a, b) => a.seconds - b.seconds || (a.tag < b.tag ? -1 : 1))
  let last = 0
  return inOrder.map(({ tag, sha, seconds }) => {
    last = Math.max(last + 1, seconds)
    return { tag, sha, completedAt: new Date(last * 1000) }
  })
}

/**
 * Runs `work` with a repository that has the default branch as it was half way, and the tags that are not younger; it
 * borrows the objects of the clone.
 */
export async function withEarlierState<T>(clone: string, work: (path: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'leadline-replay-'))
  try {
    const branch = await runGit(clone, ['symbolic-ref', 'HEAD'])
    const mainline = await readGitLines(clone, ['log', '--first-parent', '--format=%H %ct', branch])
    const [sha = '', seconds] = mainline[Math.floor(mainline.length / 2)]?.split(' ') ?? []
    const refs = await readGitLines(clone, [
      'for-each-ref',
      '--format=%(objectname) %(creatordate:unix) %(refname)',
      'refs/tags',
    ])
    const tags = refs.map((line) => line.split(' ')).filter(([, created]) => Number(created) <= Number(seconds))
    await runGit(directory, ['init', '--quiet', '--bare', '.'])
    const objects = resolve(clone, await runGit(clone, ['rev-parse', '--git-path', 'objects']))
    writeFileSync(join(directory, 'objects', 'info', 'alternates'), `${objects}\n`)
    const updates = [...tags.map(([object, , ref]) => `update ${ref} ${object}\n`), `update ${branch} ${sha}\n`]
    await runGit(directory, ['symbolic-ref', 'HEAD', branch])
    await runGit(directory, ['update-ref', '--stdin'], updates.join(''))
    return await work(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
