import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayOf } from '@/lib/accounts/stored-bytes/add'
import { env } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { createTenant } from '@/lib/testing/factories'
import { githubPullRequestEvent, githubPushEvent } from '@/lib/testing/github-events'
import type { GithubServer } from '@/lib/testing/github-server'
import { createHostRepository, readSync, startGithub, syncNow } from '@/lib/testing/github-sync'
import { pullRequestsOf, type StandInRepository } from '@/lib/testing/github-world'
import { followed, sendGithub, titlesOf } from '@/lib/testing/host-webhooks'

const today = () => new Date(dayOf(new Date()))
const countsOf = async (organizationId: number) => {
  const days = await db().prisma.storedBytes.findMany({ where: { organizationId } })
  return days.map(({ bytes, syncedBytes }) => ({ bytes: Number(bytes), syncedBytes: Number(syncedBytes) }))
}

describe('webhooks of a host', () => {
  it('count as what is stored of them, once', async () => {
    const { connected, repository } = await followed()
    const { id } = connected.organization
    const event = githubPullRequestEvent(repository, 'opened')
    const send = () => sendGithub(connected, 'pull_request', event)
    await send()
    const [first] = await countsOf(id)
    expect(first?.bytes).toBeGreaterThan(1_024 + 200)
    expect(first?.bytes).toBeLessThan(1_024 + JSON.stringify(event).length)
    await send()
    await sendGithub(connected, 'star', {})
    expect(await countsOf(id)).toEqual([first])
    await sendGithub(connected, 'push', githubPushEvent(repository))
    expect((await countsOf(id))[0]?.bytes).toBeGreaterThan(first?.bytes ?? 0)
  })

  it('are refused beyond what a day may have, and the page says so until they are taken again', async () => {
    const { connected, repository } = await followed()
    const organizationId = connected.organization.id
    const bytes = BigInt(env().MAX_STORED_BYTES_PER_DAY)
    await db().prisma.storedBytes.create({ data: { organizationId, day: today(), bytes } })
    const send = () => sendGithub(connected, 'pull_request', githubPullRequestEvent(repository, 'opened'))
    const problem = async () =>
      (await db().prisma.hostConnection.findFirstOrThrow({ where: { id: connected.connection.id } })).problem
    expect(await send()).toEqual({ status: 429, body: { error: expect.stringContaining('Daily quota reached') } })
    expect(await titlesOf(repository)).toEqual([])
    expect(await problem()).toContain('The webhook is refused. Daily quota reached')
    await db().prisma.storedBytes.updateMany({ where: { organizationId }, data: { bytes: bytes - 1n } })
    expect(await send()).toMatchObject({ status: 200 })
    expect(await problem()).toBeNull()
  })
})

describe('a sync', () => {
  let server: GithubServer
  let at: StandInRepository

  beforeEach(async () => {
    const github = await startGithub()
    server = github.server
    at = github.at
    at.git.write([{ id: 1 }, { id: 2, parents: [1], message: 'Change (#1)' }], { 'refs/heads/main': 2 })
    at.pullRequests = pullRequestsOf(at.git)
  })

  afterEach(async () => {
    await server.stop()
    at.git.remove()
  })

  it('counts apart from events, and only what is new', async () => {
    const { organization } = await createTenant()
    const repository = await createHostRepository(organization.id, at)
    await syncNow(repository, server)
    const [first] = await countsOf(organization.id)
    expect(first).toEqual({ bytes: 0, syncedBytes: expect.any(Number) })
    expect(first?.syncedBytes).toBeGreaterThan(500)
    await syncNow(repository, server)
    expect(await countsOf(organization.id)).toEqual([first])
  })

  it('goes on after midnight when the day has had its share', async () => {
    const { organization } = await createTenant()
    const repository = await createHostRepository(organization.id, at)
    const syncedBytes = 4n * BigInt(env().MAX_STORED_BYTES_PER_DAY)
    const data = { organizationId: organization.id, day: today(), bytes: 0n, syncedBytes }
    await db().prisma.storedBytes.create({ data })
    await expect(syncNow(repository, server)).rejects.toMatchObject({ kind: 'later' })
    const view = await readSync(organization.id, repository.id)
    expect(view).toMatchObject({ state: 'queued', problem: expect.stringContaining('bytes a day') })
    expect(view?.notBefore.toISOString()).toMatch(/T00:00:00.000Z$/)
    expect(view?.notBefore.getTime()).toBeGreaterThan(Date.now())
    expect(await db().prisma.pullRequest.count({ where: { repositoryId: repository.id } })).toBe(0)
    await db().prisma.storedBytes.updateMany({
      where: { organizationId: organization.id },
      data: { syncedBytes: syncedBytes - 1n },
    })
    await expect(syncNow(repository, server)).rejects.toMatchObject({ kind: 'later' })
    expect(await db().prisma.pullRequest.count({ where: { repositoryId: repository.id } })).toBe(at.pullRequests.length)
  })
})
