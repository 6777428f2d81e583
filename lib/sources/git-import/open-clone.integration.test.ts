import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openClone } from './open-clone'
import { createTestRepository, type TestRepository } from './test-repository'

let repository: TestRepository
let scratch: string

beforeEach(() => {
  repository = createTestRepository()
  scratch = mkdtempSync(join(tmpdir(), 'leadline-clone-'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  repository.remove()
  rmSync(scratch, { recursive: true, force: true })
})

const commits = [{ id: 1 }, { id: 2, parents: [1] }, { id: 3, parents: [1] }]

describe('the default branch', () => {
  test('is the one that is checked out', async () => {
    repository.write(commits, { 'refs/heads/main': 1, 'refs/heads/trunk': 2 })
    repository.git('symbolic-ref', 'HEAD', 'refs/heads/trunk')
    expect(await openClone(repository.path)).toMatchObject({
      defaultBranch: 'trunk',
      defaultTips: [repository.sha(2)],
    })
  })

  test('is what the origin calls its default, here and there', async () => {
    repository.write(commits, { 'refs/heads/main': 1, 'refs/heads/feature/x': 2, 'refs/remotes/origin/main': 3 })
    repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main')
    repository.git('symbolic-ref', 'HEAD', 'refs/heads/feature/x')
    expect(await openClone(repository.path)).toMatchObject({
      defaultBranch: 'main',
      defaultTips: [repository.sha(1), repository.sha(3)],
    })
  })

  test('is the requested one, also when only the origin has it', async () => {
    repository.write(commits, { 'refs/heads/main': 1, 'refs/remotes/origin/release/1.x': 2 })
    expect(await openClone(repository.path, 'release/1.x')).toMatchObject({
      defaultBranch: 'release/1.x',
      defaultTips: [repository.sha(2)],
    })
  })

  test('is main when HEAD is detached or points at a branch that does not exist', async () => {
    repository.write(commits, { 'refs/heads/main': 1, 'refs/heads/a': 2 })
    repository.git('symbolic-ref', 'HEAD', 'refs/heads/never-pushed')
    expect(await openClone(repository.path)).toMatchObject({ defaultBranch: 'main' })
    repository.git('update-ref', '--no-deref', 'HEAD', repository.sha(3))
    expect(await openClone(repository.path)).toMatchObject({ defaultBranch: 'main' })
  })

  test('has to be named when nothing else names it', async () => {
    repository.write(commits, { 'refs/heads/a': 1, 'refs/heads/b': 2 })
    await expect(openClone(repository.path)).rejects.toThrow(/Say which branch/)
  })

  test.each(['gone', 'v1', '--all', 'main~1', '../heads/main', '$(touch x)', 'main\n', ''])(
    'is not %j',
    async (branch) => {
      repository.write(commits, { 'refs/heads/main': 2, 'refs/tags/v1': 1 })
      await expect(openClone(repository.path, branch)).rejects.toMatchObject({ name: 'AppError', code: 'not_found' })
    },
  )

  test('may have any name that git allows', async () => {
    const name = '--upload-pack=$(id);\'"ä'
    repository.write(commits, { [`refs/heads/${name}`]: 1 })
    expect(await openClone(repository.path, name)).toMatchObject({ defaultTips: [repository.sha(1)] })
  })
})

test('tips are branches, tags, remote branches and HEAD, not notes, pull requests or trees', async () => {
  const ids = [1, 2, 3, 4, 5, 6].map((id) => ({ id }))
  repository.write(ids, {
    'refs/heads/main': 1,
    'refs/tags/v1': 2,
    'refs/remotes/upstream/x': 3,
    'refs/notes/commits': 4,
    'refs/pull/1/head': 5,
  })
  repository.git('tag', '-a', '-m', 'x', 'annotated', 'v1')
  repository.git('tag', 'tree', 'v1^{tree}')
  repository.git('update-ref', '--no-deref', 'HEAD', repository.sha(6))
  const { tips } = await openClone(repository.path, 'main')
  expect(tips.sort()).toEqual([1, 2, 3, 6].map(repository.sha).sort())
})

describe('a clone can be', () => {
  beforeEach(() => repository.write(commits, { 'refs/heads/main': 2 }))

  test('one with a work tree, or its .git folder', async () => {
    repository.git('clone', '--quiet', repository.path, join(scratch, 'clone'))
    expect(await openClone(join(scratch, 'clone'))).toMatchObject({ defaultBranch: 'main' })
    expect(await openClone(join(scratch, 'clone', '.git'))).toMatchObject({ defaultBranch: 'main' })
  })

  test('an extra work tree', async () => {
    repository.git('worktree', 'add', '--quiet', '--detach', join(scratch, 'tree'), 'main')
    expect(await openClone(join(scratch, 'tree'))).toMatchObject({ defaultBranch: 'main' })
  })

  test.runIf(process.getuid?.() === 0)('one that belongs to another user', async () => {
    chownSync(repository.path, 65_534, 65_534)
    expect(await openClone(repository.path)).toMatchObject({ defaultBranch: 'main' })
  })

  test('any, also from within a git hook of another repository', async () => {
    vi.stubEnv('GIT_DIR', scratch)
    vi.stubEnv('GIT_WORK_TREE', scratch)
    expect(await openClone(repository.path)).toMatchObject({ defaultBranch: 'main' })
  })
})

describe('says what is wrong when', () => {
  const refusal = (path: string) => openClone(path).catch((error: unknown) => error)

  test('the path does not exist', async () => {
    const path = join(scratch, 'nowhere')
    expect(await refusal(path)).toMatchObject({ code: 'not_found', message: `${path} does not exist.` })
  })

  test('the path is a file', async () => {
    writeFileSync(join(scratch, 'file'), '')
    expect(await refusal(join(scratch, 'file'))).toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/is not a directory/),
    })
  })

  test('there is no repository', async () => {
    expect(await refusal(scratch)).toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/is not a git repository/),
    })
  })

  test('the path is a folder inside a repository', async () => {
    repository.write(commits, { 'refs/heads/main': 2 })
    repository.git('clone', '--quiet', repository.path, join(scratch, 'clone'))
    mkdirSync(join(scratch, 'clone', 'folder'))
    expect(await refusal(join(scratch, 'clone', 'folder'))).toMatchObject({
      message: expect.stringMatching(/is not a git repository/),
    })
  })

  test('there are no commits', async () => {
    expect(await refusal(repository.path)).toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/has no commits yet/),
    })
  })

  test('names are SHA-256', async () => {
    const path = join(scratch, 'sha256')
    repository.git('init', '--quiet', '--object-format=sha256', path)
    const identity = ['-c', 'user.name=A', '-c', 'user.email=a@x']
    repository.git('-C', path, ...identity, 'commit', '--quiet', '--allow-empty', '-m', 'x')
    expect(await refusal(path)).toMatchObject({ code: 'invalid', message: expect.stringMatching(/SHA-256/) })
  })

  test('git is not installed', async () => {
    vi.stubEnv('PATH', scratch)
    expect(await refusal(repository.path)).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/Install git/),
    })
  })
})
