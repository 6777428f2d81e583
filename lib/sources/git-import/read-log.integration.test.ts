import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openClone } from './open-clone'
import { countLog, type LoggedCommit, readLog } from './read-log'
import { createTestRepository, type TestRepository } from './test-repository'

let repository: TestRepository

beforeEach(() => {
  repository = createTestRepository()
})

afterEach(() => repository.remove())

async function readAll({ messages = true, without = [] as string[] } = {}): Promise<LoggedCommit[]> {
  const clone = await openClone(repository.path)
  const commits: LoggedCommit[] = []
  for await (const batch of readLog(clone, { from: clone.tips, without }, { messages }))
    commits.push(...batch.map((commit) => ({ ...commit, message: commit.message.trim() })))
  expect(await countLog(clone, { from: clone.tips, without })).toBe(commits.length)
  return commits
}

/** Stores a commit byte by byte, as an old or broken tool might have, and makes it the tip of main. */
function writeRaw(author: string, committer: string, message: Buffer, headers = ''): void {
  const tree = repository.git('hash-object', '-t', 'tree', '-w', '/dev/null')
  const header = `tree ${tree}\nauthor ${author}\ncommitter ${committer}\n${headers}\n`
  const file = join(repository.path, 'raw-commit')
  writeFileSync(file, Buffer.concat([Buffer.from(header), message]))
  const sha = repository.git('hash-object', '-t', 'commit', '-w', '--literally', file)
  repository.git('update-ref', 'refs/heads/main', sha)
}

test('reads every field, parents before children', async () => {
  repository.write(
    [
      {
        id: 1,
        author: 'Ada Lovelace',
        authoredSeconds: 1_700_000_000,
        committedSeconds: 1_700_000_100,
        message: 'One',
      },
      { id: 2, parents: [1], author: 'Zoë 🚀', message: 'Two\n\nBody' },
      { id: 3, parents: [1], committedSeconds: 1_600_000_000 },
      { id: 4, parents: [2, 3] },
    ],
    { 'refs/heads/main': 4 },
  )
  const commits = await readAll()
  expect(commits[0]).toEqual({
    sha: repository.sha(1),
    parents: [],
    authorName: 'Ada Lovelace',
    authoredSeconds: 1_700_000_000,
    committedSeconds: 1_700_000_100,
    message: 'One',
  })
  expect(commits.find(({ sha }) => sha === repository.sha(2))).toMatchObject({
    authorName: 'Zoë 🚀',
    message: 'Two\n\nBody',
  })
  expect(commits.at(-1)?.parents).toEqual([repository.sha(2), repository.sha(3)])
})

test('leaves out messages, and what is reachable from elsewhere', async () => {
  repository.write([{ id: 1 }, { id: 2, parents: [1] }, { id: 3, parents: [2] }], { 'refs/heads/main': 3 })
  const commits = await readAll({ messages: false, without: [repository.sha(2)] })
  expect(commits).toMatchObject([{ sha: repository.sha(3), message: '' }])
})

test('keeps records apart that are longer than a pipe holds', async () => {
  const long = 'ä'.repeat(150_000)
  const ids = Array.from({ length: 20 }, (_, index) => index + 1)
  repository.write(
    ids.map((id) => ({ id, parents: id > 1 ? [id - 1] : [], message: `Commit ${id}\n\n${long}` })),
    { 'refs/heads/main': 20 },
  )
  const commits = await readAll()
  expect(commits.map(({ sha }) => sha)).toEqual(ids.map(repository.sha))
  expect(commits.every(({ message }) => message.trimEnd().endsWith(long))).toBe(true)
})

test('text that is not UTF-8 becomes readable text', async () => {
  writeRaw('J\u00fcrgen <j@x> 1700000000 +0000', 'C <c@x> 1700000000 +0000', Buffer.from([0x46, 0xff, 0xfe, 0x21]))
  expect(await readAll()).toMatchObject([{ authorName: 'Jürgen', message: 'F\ufffd\ufffd!' }])
})

test('a message in the encoding it declares is converted, whatever the clone would print', async () => {
  repository.git('config', 'i18n.logOutputEncoding', 'ISO-8859-1')
  const latin1 = Buffer.from('Größe', 'latin1')
  writeRaw('A <a@x> 1 +0000', 'C <c@x> 1 +0000', latin1, 'encoding ISO-8859-1\n')
  expect(await readAll()).toMatchObject([{ message: 'Größe' }])
})

test('a NUL in a message does not break the row', async () => {
  writeRaw('A <a@x> 1 +0000', 'C <c@x> 1 +0000', Buffer.from('Before\0after (#1)'))
  const [commit, ...others] = await readAll()
  expect(others).toEqual([])
  expect(commit?.message).not.toContain('\0')
})

test.each([
  ['negative', '-5000000000 +0000', 0],
  ['far away', '999999999999999 +0000', 253_370_764_800],
  ['beyond every number', '99999999999999999999999999 +0000', 253_370_764_800],
  ['missing', '', 0],
  ['nonsense', 'yesterday', 0],
])('a date that is %s stays within what a calendar has', async (_, date, expected) => {
  writeRaw(`A <a@x> ${date}`, `C <c@x> ${date}`, Buffer.from('x'))
  const [commit] = await readAll()
  expect([0, expected]).toContain(commit?.authoredSeconds)
  expect(new Date((commit?.committedSeconds ?? Number.NaN) * 1000).getUTCFullYear()).toBeLessThan(10_000)
})

test('an author without a name has an empty one', async () => {
  writeRaw('<a@x> 1 +0000', 'C <c@x> 1 +0000', Buffer.from('x'))
  expect(await readAll()).toMatchObject([{ authorName: '' }])
})

test('the gpg program that a clone names for signatures is not run', async () => {
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n'
  writeRaw('A <a@x> 1 +0000', 'C <c@x> 1 +0000', Buffer.from('Signed'), signature)
  const proof = join(repository.path, 'it-ran')
  const program = join(repository.path, 'gpg')
  writeFileSync(program, `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 })
  repository.git('config', 'log.showSignature', 'true')
  repository.git('config', 'gpg.program', program)
  expect(await readAll()).toMatchObject([{ message: 'Signed' }])
  expect(existsSync(proof)).toBe(false)
})

test('a file of names of authors that has no end is not read', async () => {
  writeRaw('A <a@x> 1 +0000', 'C <c@x> 1 +0000', Buffer.from('x'))
  repository.git('config', 'mailmap.file', '/dev/zero')
  expect(await readAll()).toMatchObject([{ authorName: 'A' }])
})
