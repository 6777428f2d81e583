import { describe, expect, it } from 'vitest'
import { listAudit } from '@/lib/accounts/audit/list'
import { auditText } from '@/lib/accounts/audit/sentence'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { getDeployment } from '@/lib/deployments/get'
import type { Repository } from '@/lib/generated/prisma/client'
import {
  githubDeploymentEvent,
  githubInstallationEvent,
  githubPullRequestEvent,
  githubPushEvent,
  githubRemovalEvent,
  githubRepository,
  mergedFields,
} from '@/lib/testing/github-events'
import { gitlabMergeRequestEvent } from '@/lib/testing/gitlab-events'
import { type Connected, createConnected, createFollowed, sendGithub, sendGitlab } from '@/lib/testing/host-webhooks'
import { permutations } from '@/lib/testing/permutations'
import { findReceiver } from './find-receiver'
import { githubWebhook } from './github/webhook'
import { receiveEvents } from './receive'

const repositoryOf = (id: number) => db().prisma.repository.findFirstOrThrow({ where: { id }, include: { sync: true } })

const auditTextsOf = async (actor: string, { organization }: Connected) => {
  const { rows: entries } = await listAudit(organization.id, { person: actor }, null, 10)
  return entries.map(auditText).toReversed()
}

const connectionOf = ({ connection }: Connected) =>
  db().prisma.hostConnection.findFirstOrThrow({ where: { id: connection.id } })

describe('pull requests', () => {
  const steps = [
    ['opened', {}],
    ['edited', { title: 'Book seats', updated_at: '2026-03-02T08:10:00Z' }],
    ['synchronize', { head: { sha: 'd'.repeat(40) }, updated_at: '2026-03-02T08:20:00Z' }],
    ['closed', { ...mergedFields, title: 'Book seats', head: { sha: 'd'.repeat(40) } }],
  ] as const

  it('end the same in any order of delivery', async () => {
    const connected = await createConnected('github')
    for (const [index, order] of permutations(steps).entries()) {
      const repository = await createFollowed(connected, { fullName: `acme/api-${index}` })
      for (const [action, fields] of order) {
        await sendGithub(connected, 'pull_request', githubPullRequestEvent(repository, action, fields))
      }
      const stored = await db().prisma.pullRequest.findFirstOrThrow({ where: { repositoryId: repository.id } })
      expect(stored).toMatchObject({
        title: 'Book seats',
        state: 'merged',
        headCommitSha: 'd'.repeat(40),
        mergeCommitSha: 'c'.repeat(40),
        mergedAt: new Date('2026-03-02T09:00:00Z'),
      })
    }
  })

  it('are read once more from the host when they are closed', async () => {
    const connected = await createConnected('github')
    const repository = await createFollowed(connected)
    await sendGithub(connected, 'pull_request', githubPullRequestEvent(repository, 'opened'))
    expect((await repositoryOf(repository.id)).sync).toBeNull()
    await sendGithub(connected, 'pull_request', githubPullRequestEvent(repository, 'closed', mergedFields))
    expect((await repositoryOf(repository.id)).sync).toMatchObject({ state: 'queued' })
  })

  it('of GitLab keep what a later event does not report', async () => {
    const connected = await createConnected('gitlab')
    const repository = await createFollowed(connected)
    const merged = { state: 'merged', merge_commit_sha: 'c'.repeat(40), updated_at: '2026-03-02 09:00:00 UTC' }
    for (const [action, fields] of [
      ['open', {}],
      ['merge', merged],
      ['update', { ...merged, title: 'Renamed', updated_at: '2026-03-05 09:00:00 UTC' }],
    ] as const) {
      await sendGitlab(connected, 'Merge Request Hook', gitlabMergeRequestEvent(repository, action, fields))
    }
    expect(await db().prisma.pullRequest.findFirstOrThrow({ where: { repositoryId: repository.id } })).toMatchObject({
      number: 7,
      title: 'Renamed',
      author: 'ada',
      state: 'merged',
      mergedAt: new Date('2026-03-02T09:00:00Z'),
      mergeCommitSha: 'c'.repeat(40),
    })
  })
})

it('a push has the repository read', async () => {
  const connected = await createConnected('github')
  const repository = await createFollowed(connected)
  expect(await sendGithub(connected, 'push', githubPushEvent(repository))).toMatchObject({ status: 200 })
  expect((await repositoryOf(repository.id)).sync).toMatchObject({ state: 'queued' })
})

describe('a repository', () => {
  const send = (connected: Connected, repository: Repository, action: string, fullName = repository.fullName) =>
    sendGithub(connected, 'repository', { action, repository: githubRepository({ ...repository, fullName }) })

  it('that was renamed is called so, and read', async () => {
    const connected = await createConnected('github')
    const repository = await createFollowed(connected)
    await send(connected, repository, 'renamed', 'acme/Backend')
    expect(await repositoryOf(repository.id)).toMatchObject({
      fullName: 'acme/Backend',
      fullNameKey: 'acme/backend',
      nameKey: 'backend',
      webUrl: 'https://github.com/acme/Backend',
      sync: { state: 'queued' },
    })
  })

  it('keeps its name when another one has the new one', async () => {
    const connected = await createConnected('github')
    const repository = await createFollowed(connected)
    await createFollowed(connected, { fullName: 'acme/backend' })
    expect(await send(connected, repository, 'renamed', 'acme/Backend')).toMatchObject({ status: 200 })
    expect(await repositoryOf(repository.id)).toMatchObject({ fullName: 'acme/api' })
  })

  it('that was deleted is followed no more, and stays', async () => {
    const connected = await createConnected('github')
    const repository = await createFollowed(connected)
    await send(connected, repository, 'deleted')
    expect(await repositoryOf(repository.id)).toMatchObject({ monitored: false, fullName: 'acme/api' })
    await send(connected, repository, 'deleted')
    expect(await auditTextsOf('GitHub', connected)).toEqual([
      'stopped updates of repository acme/api: it was deleted, or access to it was withdrawn',
    ])
  })
})

describe('an installation', () => {
  const app = { appId: '1', appSlug: 'leadline' }

  it('that was made belongs to the connection, and its repositories are read', async () => {
    const connected = await createConnected('github', { ...app, problem: 'Not installed' })
    const repository = await createFollowed(connected)
    await sendGithub(connected, 'installation', githubInstallationEvent('created'))
    expect(await connectionOf(connected)).toMatchObject({ installationId: '77', problem: null })
    expect((await repositoryOf(repository.id)).sync).toMatchObject({ state: 'queued' })
  })

  it('waits for no other delivery of its connection', async () => {
    const connected = await createConnected('github', app)
    await inTransaction(db().people, never, async (other) => {
      await other.query('SELECT FROM host_connections WHERE id = $1 FOR KEY SHARE', [connected.connection.id])
      await sendGithub(connected, 'installation', githubInstallationEvent('created'))
    })
    expect(await connectionOf(connected)).toMatchObject({ installationId: '77' })
  })

  it('that was removed is the problem of the connection', async () => {
    const connected = await createConnected('github', { ...app, installationId: '77' })
    await sendGithub(connected, 'installation', githubInstallationEvent('deleted', 76))
    expect(await connectionOf(connected)).toMatchObject({ problem: null })
    await sendGithub(connected, 'installation', githubInstallationEvent('deleted', 77))
    expect((await connectionOf(connected)).problem).toContain('uninstalled or suspended')
  })

  it('is logged once in the audit log each time it comes or goes', async () => {
    const connected = await createConnected('github', app)
    for (const action of ['created', 'new_permissions_accepted', 'suspend', 'deleted', 'unsuspend']) {
      await sendGithub(connected, 'installation', githubInstallationEvent(action))
    }
    expect(await auditTextsOf('GitHub', connected)).toEqual([
      'installed the app of acme at github.com',
      'uninstalled or suspended the app of acme at github.com',
      'installed the app of acme at github.com',
    ])
  })

  it('says nothing to a connection with a token', async () => {
    const connected = await createConnected('github')
    await sendGithub(connected, 'installation', githubInstallationEvent('created'))
    expect(await connectionOf(connected)).toMatchObject({ installationId: null })
  })

  it('that takes a repository away ends following it', async () => {
    const connected = await createConnected('github', app)
    const [taken, kept] = [await createFollowed(connected), await createFollowed(connected, { fullName: 'acme/web' })]
    await sendGithub(connected, 'installation_repositories', githubRemovalEvent(taken))
    expect(await repositoryOf(taken.id)).toMatchObject({ monitored: false })
    expect(await repositoryOf(kept.id)).toMatchObject({ monitored: true })
  })
})

it('events are stored while all connections for people are taken', async () => {
  const connected = await createConnected('github', { takesDeployments: true })
  const repository = await createFollowed(connected)
  const { organization, connection } = connected
  const receiver = await findReceiver('github', connection.publicId)
  if (!receiver) throw new Error('There is no such connection')
  const read = (event: string, payload: unknown) =>
    githubWebhook.readEvents(new Headers({ 'X-GitHub-Event': event }), payload)
  const events = [
    ...read('pull_request', githubPullRequestEvent(repository, 'closed', mergedFields)),
    ...read('deployment_status', githubDeploymentEvent(repository, 'success', '2026-03-02T10:04:00Z')),
  ]
  const { people } = db()
  const taken = await Promise.all(Array.from({ length: people.options.max }, () => people.connect()))
  try {
    const received = receiveEvents({ connection: receiver.connection, deliveryId: 'x', events }, never)
    expect(await received).toMatchObject({ outcome: 'accepted' })
  } finally {
    for (const client of taken) client.release()
  }
  expect((await repositoryOf(repository.id)).sync).toMatchObject({ state: 'queued' })
  expect(await getDeployment(organization.id, 'github-42')).toMatchObject({ status: 'success' })
})
