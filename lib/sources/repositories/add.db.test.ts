import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { createTestRepository, type TestRepository } from '@/lib/sources/git-import/test-repository'
import type { HostReader } from '@/lib/sources/hosts/model'
import { readSomeCommits } from '@/lib/sources/hosts/read-some-commits'
import { connectGithub } from '@/lib/testing/connect'
import {
  createCommits,
  createPullRequest,
  createRepository,
  createTenant,
  keyOf,
  randomSha,
} from '@/lib/testing/factories'
import { type GithubServer, startGithubServer } from '@/lib/testing/github-server'
import { addRepositories } from './add'
import { findChoices, findConnectionName } from './find-choices'
import { listRepositories } from './list'

let git: TestRepository
let server: GithubServer

beforeAll(async () => {
  git = createTestRepository()
  git.write([{ id: 1 }], { 'refs/heads/main': 1 })
  const names = ['acme/web', 'acme/api', 'tools/cli']
  server = await startGithubServer(
    names.map((fullName, index) => ({ id: index + 1, fullName, defaultBranch: 'main', git, pullRequests: [] })),
  )
})

afterAll(async () => {
  await server.stop()
  git.remove()
})

it('of very many branches and tags some tell whose repository it is', async () => {
  const { organization } = await createTenant()
  await createRepository(organization.id, 'api')
  const tips = new Map(Array.from({ length: 5_000 }, (_, index) => [`refs/tags/${index}`, randomSha()]))
  const reader = { readTips: async () => tips } as Partial<HostReader> as HostReader
  const repository = { hostId: '1', fullName: 'acme/api', defaultBranch: 'main', webUrl: 'https://a.example/api' }
  expect(await readSomeCommits(organization.id, reader, repository)).toHaveLength(1_000)
})

async function world() {
  const { organization } = await createTenant()
  const connection = await connectGithub(organization.id, server.url, server.token)
  const choose = () => findChoices(organization.id, connection.id)
  const add = async (...names: string[]) => {
    const { choices } = await choose()
    const hostIds = names.map((name) => choices.find(({ fullName }) => fullName === name)?.hostId ?? '')
    return addRepositories(operatorOf(organization.id), connection.id, hostIds)
  }
  return { organization, connection, choose, add }
}

describe('choosing repositories', () => {
  it('offers what the connection reaches, by name, and says what is known of it', async () => {
    const { organization, choose, add } = await world()
    await createRepository(organization.id, 'Acme/Web')
    await add('tools/cli')
    expect(await choose()).toMatchObject({
      choices: [
        { fullName: 'acme/api', known: null },
        { fullName: 'acme/web', known: 'taken over' },
        { fullName: 'tools/cli', known: 'followed' },
      ],
      more: false,
      problem: null,
    })
  })

  it('offers as many as one page can hold, and none whose name is too long to be followed', async () => {
    const names = ['a/'.padEnd(201, 'a'), ...Array.from({ length: 1_100 }, (_, n) => `b/${n}`.padEnd(200, 'b'))]
    const many = await startGithubServer(
      names.map((fullName, id) => ({ id: id + 1, fullName, defaultBranch: 'main', git, pullRequests: [] })),
    )
    onTestFinished(() => many.stop())
    const { organization } = await createTenant()
    const { id } = await connectGithub(organization.id, many.url, many.token)
    const { choices, more } = await findChoices(organization.id, id)
    expect([choices.length, more]).toEqual([1_000, true])
    expect(choices.every(({ fullName }) => fullName.startsWith('b/'))).toBe(true)
  })

  it('says why the host does not list them', async () => {
    const { organization } = await createTenant()
    const { id } = await connectGithub(organization.id, server.url, 'wrong')
    expect(await findChoices(organization.id, id)).toMatchObject({ choices: [], problem: expect.any(String) })
  })

  it('says at once that the host is in trouble', async () => {
    const { organization } = await createTenant()
    const { id } = await connectGithub(organization.id, 'http://127.0.0.1:9')
    expect(await findChoices(organization.id, id)).toMatchObject({
      choices: [],
      problem: '127.0.0.1:9 cannot be reached, or did not answer within 10 seconds. Try again in a moment.',
    })
  })

  it('follows what was chosen, and requests its history', async () => {
    const { organization, connection, add } = await world()
    const ids = await add('acme/api', 'acme/web')
    const rows = await db().prisma.repository.findMany({ where: { id: { in: ids } }, include: { sync: true } })
    expect(rows.map(({ fullName }) => fullName).sort()).toEqual(['acme/api', 'acme/web'])
    for (const row of rows) {
      expect(row).toMatchObject({ connectionId: connection.id, monitored: true, sync: { state: 'queued' } })
    }
    expect(await add('acme/api')).toEqual([rows.find(({ fullName }) => fullName === 'acme/api')?.id])
    expect(await listRepositories(organization.id)).toHaveLength(2)
  })

  it('takes over a repository from a clone with its data', async () => {
    const { organization, connection, add } = await world()
    const imported = await createRepository(organization.id, 'ACME/api', ['core'])
    await createPullRequest(imported, { number: 1 })
    const stale = { ...keyOf(imported), cursor: { readUntil: '2026-03-01T00:00:00Z' } }
    await db().prisma.repositorySync.create({ data: { ...stale, state: 'done', finishedAt: new Date() } })
    expect(await add('acme/api')).toEqual([imported.id])
    expect(await listRepositories(organization.id)).toMatchObject([
      { id: imported.id, fullName: 'acme/api', connection: { id: connection.id }, aliases: ['core'], pullRequests: 1 },
    ])
    const sync = await db().prisma.repositorySync.findFirst({ where: keyOf(imported) })
    // Of no source: the sync that follows forgets the times of the former host.
    expect(sync).toMatchObject({ state: 'queued', cursor: { provisional: true, source: '' }, finishedAt: null })
    const lines = await db().prisma.auditEntry.findMany({ where: { organizationId: organization.id } })
    expect(lines.filter(({ action }) => action === 'repository.connected')).toMatchObject([
      { subject: 'acme/api', details: { adopted: true } },
    ])
  })

  it('takes over what was imported by the last part of its name, if it has the commits, and nothing else', async () => {
    const { organization, add } = await world()
    const api = await createRepository(organization.id, 'api')
    await createCommits(api, [{ sha: git.sha(1), generation: 1 }])
    const web = await createRepository(organization.id, 'web')
    await createCommits(web, [{ sha: randomSha(), generation: 1 }])
    const [apiId, webId] = await add('acme/api', 'acme/web')
    expect(apiId).toBe(api.id)
    expect(webId).not.toBe(web.id)
    const rows = await db().prisma.repository.findMany({ where: { organizationId: organization.id } })
    expect(rows.map(({ fullName }) => fullName).sort()).toEqual(['acme/api', 'acme/web', 'web'])
  })

  it('moves it to another connection to the same host, and refuses a name that another host has', async () => {
    const { organization, add } = await world()
    const other = await connectGithub(organization.id, 'https://github.example')
    const [id] = await add('acme/api')
    const again = await connectGithub(organization.id, server.url, server.token)
    const { choices } = await findChoices(organization.id, again.id)
    const hostId = choices.find(({ fullName }) => fullName === 'acme/api')?.hostId ?? ''
    expect(await addRepositories(operatorOf(organization.id), again.id, [hostId])).toEqual([id])

    const foreign = await createRepository(organization.id, 'acme/web')
    await db().prisma.repository.updateMany({
      where: { id: foreign.id },
      data: { connectionId: other.id, hostId: 'x' },
    })
    await expect(add('acme/web')).rejects.toMatchObject({ code: 'conflict' })
  })

  it('refuses a repository whose name is an alias of another, and adds none of the others', async () => {
    const { organization, add } = await world()
    await createRepository(organization.id, 'acme/mono', ['web'])
    await expect(add('acme/api', 'acme/web')).rejects.toMatchObject({
      code: 'conflict',
      message: '“web” is an alias of acme/mono and would mean acme/web. Remove the alias first.',
    })
    expect(await listRepositories(organization.id)).toHaveLength(1)
  })

  it('refuses nothing, too many, what the host does not know, and the connection of another organization', async () => {
    const { organization, connection } = await world()
    const add = (...ids: string[]) => expect(addRepositories(operatorOf(organization.id), connection.id, ids)).rejects
    await add().toMatchObject({ code: 'invalid' })
    await add(...Array.from({ length: 101 }, (_, index) => String(index))).toMatchObject({ code: 'invalid' })
    await add('no-such-id').toMatchObject({ name: 'AppError' })
    const stranger = await createTenant()
    const foreign = addRepositories(operatorOf(stranger.organization.id), connection.id, ['1'])
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' })
    const name = findConnectionName(stranger.organization.id, connection.id)
    await expect(name).rejects.toMatchObject({ code: 'not_found' })
    await expect(findConnectionName(organization.id, Number.NaN)).rejects.toMatchObject({ code: 'not_found' })
    await expect(findChoices(stranger.organization.id, connection.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await listRepositories(stranger.organization.id)).toEqual([])
  })
})
