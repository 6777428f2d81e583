import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A commit of a test history; parents are the ids of earlier ones. */
export type TestCommit = {
  id: number
  parents?: readonly number[]
  message?: string | Buffer
  author?: string
  authoredSeconds?: number
  committedSeconds?: number
  /** Files that it writes, by path. */
  files?: Readonly<Record<string, string>>
}

export type TestRepository = {
  path: string
  git: (...args: string[]) => string
  /** Adds commits and points full ref names at them. */
  write: (commits: readonly TestCommit[], refs: Readonly<Record<string, number>>) => void
  /** The SHA of a commit by its id. */
  sha: (id: number) => string
  remove: () => void
}

/** Makes a bare repository in a temporary directory whose history is written by `git fast-import`. */
export function createTestRepository(): TestRepository {
  const directory = mkdtempSync(join(tmpdir(), 'leadline-git-'))
  const path = join(directory, 'repository.git')
  const marks = join(directory, 'marks')
  const run = (args: string[], input?: Buffer) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: directory,
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: 'pipe',
    })
  run(['init', '--quiet', '--bare', '--initial-branch=main', path])
  let shas = new Map<number, string>()
  return {
    path,
    git: (...args) => run(['-C', path, ...args]).trim(),
    write: (commits, refs) => {
      const resets = Object.entries(refs).map(([ref, id]) => Buffer.from(`reset ${ref}\nfrom :${id}\n\n`))
      const stream = Buffer.concat([...commits.map(toFastImport), ...resets])
      const options = [`--import-marks-if-exists=${marks}`, `--export-marks=${marks}`, '--force', '--quiet']
      run(['-C', path, 'fast-import', ...options], stream)
      shas = readMarks(readFileSync(marks, 'utf8'))
    },
    sha: (id) => shas.get(id) ?? '',
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

function toFastImport(commit: TestCommit): Buffer {
  const { id, parents = [], message = `Commit ${id}`, author = 'Ada Lovelace' } = commit
  const committedSeconds = commit.committedSeconds ?? 1_700_000_000 + id * 60
  const body = Buffer.from(message)
  const header = [
    'commit refs/scratch',
    `mark :${id}`,
    `author ${author} <author@example.com> ${commit.authoredSeconds ?? committedSeconds} +0000`,
    `committer Committer <committer@example.com> ${committedSeconds} +0000`,
    `data ${body.length}\n`,
  ].join('\n')
  const [first, ...others] = parents
  const from = [first === undefined ? '' : `from :${first}\n`, ...others.map((parent) => `merge :${parent}\n`)].join('')
  const reset = first === undefined ? 'reset refs/scratch\n\n' : ''
  const files = Object.entries(commit.files ?? {}).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  )
  return Buffer.concat([Buffer.from(reset + header), body, Buffer.from(`\n${from}${files.join('')}\n`)])
}

function readMarks(text: string): Map<number, string> {
  const entries = text.split('\n').filter(Boolean)
  return new Map(entries.map((line) => [Number(line.slice(1, line.indexOf(' '))), line.slice(line.indexOf(' ') + 1)]))
}
