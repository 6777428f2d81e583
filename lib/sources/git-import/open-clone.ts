import { readFile, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AppError } from '@/lib/core/errors'
import { readGitLines, runGit } from './run-git'

export type Clone = {
  directory: string
  /** The commits that branches, tags and HEAD point at. */
  tips: string[]
  defaultBranch: string
  /** Where the default branch is, here and at the origin. */
  defaultTips: string[]
  /** See `readShallowParents`. */
  shallowParents: ReadonlyMap<string, string[]>
}

type Refs = { shas: Map<string, string>; originHead: string | undefined; head: string | undefined }

const heads = 'refs/heads/'
const origin = 'refs/remotes/origin/'

/**
 * Looks at a clone of any kind: bare or not, worktree, shallow. The default branch is the one that is named, or that
 * the origin calls its default, or that is checked out. AppError when there is no clone, no such branch or no commit.
 */
export async function openClone(path: string, branch?: string): Promise<Clone> {
  const directory = await findDirectory(path)
  await runGit(directory, ['rev-parse', '--git-dir']).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unavailable') throw error
    throw new AppError('invalid', `${path} is not a git repository.`, {}, { cause: error })
  })
  const tips = await findTips(directory)
  if (tips.length === 0) throw new AppError('invalid', `${path} has no commits yet.`)
  if (tips.some((sha) => sha.length !== 40)) {
    throw new AppError('invalid', `${path} uses SHA-256 object names; only SHA-1 repositories can be imported.`)
  }
  const refs = await readRefs(directory)
  const defaultBranch = branch ?? findDefaultBranch(refs)
  if (defaultBranch === undefined) {
    throw new AppError('invalid', `${path} has no default branch. Say which branch pull requests are merged into.`)
  }
  const defaultTips = [heads, origin].flatMap((prefix) => refs.shas.get(prefix + defaultBranch) ?? [])
  if (defaultTips.length === 0) throw new AppError('not_found', `${path} has no branch named ${defaultBranch}.`)
  return { directory, tips, defaultBranch, defaultTips, shallowParents: await readShallowParents(directory) }
}

/** So many of the latest commits of a clone are compared with those that are stored. */
const maxCompared = 1_000

/** Some commits of a clone that show whether a repository is the same one: its first ones, its tips and the latest. */
export async function readSomeCommits({ directory, tips, defaultTips }: Clone): Promise<string[]> {
  const roots = await readGitLines(directory, ['rev-list', '--max-parents=0', ...defaultTips])
  const latest = await readGitLines(directory, ['rev-list', `--max-count=${maxCompared}`, ...defaultTips])
  return [...new Set([...roots, ...tips.slice(0, maxCompared), ...latest])]
}

async function findDirectory(path: string): Promise<string> {
  const directory = await realpath(path).catch(() => undefined)
  if (directory === undefined) throw new AppError('not_found', `${path} does not exist.`)
  if (!(await stat(directory)).isDirectory()) throw new AppError('invalid', `${path} is not a directory.`)
  return directory
}

async function findTips(directory: string): Promise<string[]> {
  const [detachedHead] = await readGitLines(directory, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']).catch(
    () => [],
  )
  const refs = ['--branches', '--remotes', '--tags', ...(detachedHead ? [detachedHead] : [])]
  return readGitLines(directory, ['rev-list', '--no-walk=unsorted', ...refs])
}

async function readRefs(directory: string): Promise<Refs> {
  const format = '--format=%(refname)%00%(objectname)%00%(symref)'
  const lines = await readGitLines(directory, ['for-each-ref', format, heads, origin])
  const refs = lines.map((line) => line.split('\0'))
  const [head] = await readGitLines(directory, ['symbolic-ref', '--quiet', 'HEAD']).catch(() => [])
  return {
    shas: new Map(refs.map(([name = '', sha = '']) => [name, sha])),
    originHead: refs.find(([name]) => name === `${origin}HEAD`)?.[2],
    head,
  }
}

/** A bare repository may still point at a branch that was never pushed to, and a build agent at no branch at all. */
function findDefaultBranch({ shas, originHead, head }: Refs): string | undefined {
  const named = [originHead, head].flatMap((ref) => {
    const prefix = [origin, heads].find((candidate) => ref?.startsWith(candidate))
    return ref && prefix ? [ref.slice(prefix.length)] : []
  })
  return [...named, 'main', 'master'].find((name) => shas.has(heads + name) || shas.has(origin + name))
}

/**
 * The real parents of the commits at which a shallow clone was cut. Git shows these commits as if history began there,
 * but stored like that they would stay cut off after the clone is deepened.
 */
async function readShallowParents(directory: string): Promise<Map<string, string[]>> {
  const file = resolve(directory, await runGit(directory, ['rev-parse', '--git-path', 'shallow']))
  const boundary = await readFile(file, 'utf8').catch(() => '')
  if (boundary === '') return new Map()
  const records = await runGit(directory, ['rev-list', '--no-walk=unsorted', '--header', '--stdin'], boundary)
  return new Map(records.split('\0').filter(Boolean).map(parseHeader))
}

function parseHeader(record: string): [sha: string, parents: string[]] {
  const end = record.indexOf('\n\n')
  const [sha = '', ...lines] = record
    .slice(0, end < 0 ? undefined : end)
    .trim()
    .split('\n')
  const parents = lines.filter((line) => line.startsWith('parent '))
  return [sha, parents.map((line) => line.slice('parent '.length))]
}
