import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { getDeployment } from '@/lib/deployments/get'
import {
  githubDeploymentEvent,
  githubInstallationEvent,
  githubPullRequestEvent,
  mergedFields,
} from '@/lib/testing/github-events'
import { type Connected, createConnected, createFollowed, sendGithub } from '@/lib/testing/host-webhooks'
import { dropOldDeliveries } from './follow-up'

const yearMs = 365 * 24 * 60 * 60 * 1000
const known = { status: 200, body: { outcome: 'known' } }
const accepted = { status: 200, body: { outcome: 'accepted' } }

let hours = 1_000

/** A year later, all that may be forgotten is. */
async function aYearPasses({ connection }: Connected): Promise<void> {
  const where = { connectionId: connection.id }
  await db().prisma.hostDelivery.updateMany({ where, data: { receivedAt: new Date(Date.now() - yearMs) } })
  hours += 2
  await dropOldDeliveries(hours * 60 * 60 * 1000)
}

it('of an older state of a pull request changes nothing after a year', async () => {
  const connected = await createConnected('github')
  const repository = await createFollowed(connected)
  const opened = githubPullRequestEvent(repository, 'opened')
  const merged = githubPullRequestEvent(repository, 'closed', mergedFields)
  await sendGithub(connected, 'pull_request', opened)
  await sendGithub(connected, 'pull_request', merged)
  const stored = () => db().prisma.pullRequest.findMany({ where: { repositoryId: repository.id } })
  const before = await stored()
  expect(before).toMatchObject([{ state: 'merged' }])
  await aYearPasses(connected)
  for (const event of [opened, merged]) expect(await sendGithub(connected, 'pull_request', event)).toEqual(accepted)
  expect(await stored()).toEqual(before)
})

it('of a status of a deployment changes nothing of the deployment after a year', async () => {
  const connected = await createConnected('github', { takesDeployments: true })
  const repository = await createFollowed(connected)
  const statuses = [
    githubDeploymentEvent(repository, 'in_progress', '2026-03-02T10:00:05Z'),
    githubDeploymentEvent(repository, 'success', '2026-03-02T10:04:00Z'),
  ]
  for (const event of statuses) await sendGithub(connected, 'deployment_status', event)
  const state = async () => {
    const { status, startedAt, completedAt, commitSha } = await getDeployment(connected.organization.id, 'github-42')
    return { status, startedAt, completedAt, commitSha }
  }
  const before = await state()
  expect(before).toMatchObject({ status: 'success' })
  await aYearPasses(connected)
  for (const event of statuses) expect(await sendGithub(connected, 'deployment_status', event)).toEqual(accepted)
  expect(await state()).toEqual(before)
  expect(await db().prisma.deployment.count({ where: { organizationId: connected.organization.id } })).toBe(1)
})

it('of the deletion of a repository is still known after a year', async () => {
  const connected = await createConnected('github')
  const repository = await createFollowed(connected)
  const { repository: reported, sender } = githubPullRequestEvent(repository, 'opened')
  const deleted = { action: 'deleted', repository: reported, sender }
  const send = () => sendGithub(connected, 'repository', deleted)
  expect(await send()).toEqual(accepted)
  const where = { id: repository.id }
  await db().prisma.repository.updateMany({ where, data: { monitored: true } })
  await aYearPasses(connected)
  expect(await send()).toEqual(known)
  expect(await db().prisma.repository.findFirst({ where })).toMatchObject({ monitored: true })
})

it('of the removal of an app is still known after a year', async () => {
  const connected = await createConnected('github', { appId: '1', installationId: '77' })
  const { id } = connected.connection
  const deleted = githubInstallationEvent('deleted', 77)
  expect(await sendGithub(connected, 'installation', deleted)).toEqual(accepted)
  await db().prisma.hostConnection.updateMany({ where: { id }, data: { problem: null, problemAt: null } })
  await aYearPasses(connected)
  expect(await sendGithub(connected, 'installation', deleted)).toEqual(known)
  expect(await db().prisma.hostConnection.findFirst({ where: { id } })).toMatchObject({ problem: null })
})
